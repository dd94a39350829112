import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { mustHoldSecrets } from '#api/secrets.ts'
import { restoredNoteIn } from '#api/people/erasure/restored-note.ts'
import { openSystem } from '#api/system.ts'
import { readIfThere } from '#commands/read-if-there.ts'
import { takenSealsIn } from '#commands/log/seals/taken-seals.ts'
import { mountDisk } from '#scripts/drill/disk.ts'
import { freePort } from '#scripts/free-port.ts'
import { newPasswords, readPasswords, writePasswords } from '#scripts/postgres/passwords.ts'
import { findPostmaster, readPostmaster } from '#scripts/postgres/postmaster.ts'
import { launchServer } from '#scripts/postgres/server.ts'
import { takeSupervision } from '#scripts/postgres/supervisor-note.ts'
import { mustNotBeRestoring } from '#scripts/restore/target.ts'
import { openDatabases } from '#scripts/start/databases.ts'
import { findDatabases } from '#scripts/start/find-databases.ts'
import { loadFirstData } from '#scripts/start/first-data.ts'
import { readOptions } from '#scripts/start/options.ts'
import { refusalOf } from '#scripts/start/refusal.ts'
import { openSecondPlace } from '#scripts/start/second-place.ts'
import { pipeAt } from '#tests/support/pipe.ts'
import { createAlteringProxy } from '#tests/support/altering-proxy.ts'
import { changedUrl, onDatabase } from '#tests/support/database-url.ts'
import { emptyDatabase, type TestDatabase } from '#tests/support/database.ts'

// What start and tools say of databases and folders that they cannot use, without a process for each: that they end so,
// saying just this, is shown by those of start-refusals.test.ts.

let dataDir: string
let database: TestDatabase
let superuser: pg.Client
beforeAll(async () => {
  dataDir = await mkdtemp(join(inject('runDir'), 'refused-'))
  database = await emptyDatabase()
  superuser = new pg.Client(database.superuserUrl)
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** What an operator reads of it; fails for what would be shown as a fault of ours. */
async function refusalBy(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const refusal = refusalOf(error)
  if (refusal === undefined) throw new Error('Nothing is refused in words', { cause: error })
  return refusal.message
}

/** Of the first step of a start with these settings. */
function startRefusal(env: NodeJS.ProcessEnv): Promise<string> {
  const options = readOptions([], { DATA_DIR: dataDir, ...env })
  if (options === 'help') throw new Error('No one asked for help')
  const ignore = () => undefined
  return refusalBy(openDatabases(options, ignore, ignore, new AbortController().signal))
}

function expectWords(said: string, ...words: readonly (string | RegExp)[]) {
  for (const word of words) expect(said).toMatch(word)
}

const at = (appUrl: string, ownerUrl: string) => ({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl })

describe('a start', () => {
  test('on a Postgres that is away says where it looked', async () => {
    const port = String(await freePort())
    const away = (url: string) => changedUrl(url, (one) => (one.port = port))
    const said = await startRefusal(at(away(database.appUrl), away(database.ownerUrl)))
    expectWords(said, `No Postgres answers at 127.0.0.1:${port}`, 'ECONNREFUSED', 'correct DATABASE_URL')
  })

  test('in production on the embedded Postgres says which settings it needs', async () => {
    expectWords(await startRefusal({ NODE_ENV: 'production' }), 'does not start on the embedded', 'set DATABASE_URL')
  })

  test('with a wrong password names the role and the variable', async () => {
    const wrong = changedUrl(database.ownerUrl, (url) => (url.password = 'wrong'))
    expectWords(await startRefusal(at(database.appUrl, wrong)), 'does not let chf_owner in', 'DATABASE_OWNER_URL')
  })

  test('without a password says so', async () => {
    const none = changedUrl(database.appUrl, (url) => (url.password = ''))
    expectWords(await startRefusal(at(none, database.ownerUrl)), 'DATABASE_URL has no password')
  })

  test('on a database that does not exist says how to make it', async () => {
    const env = at(onDatabase(database.appUrl, 'nowhere'), onDatabase(database.ownerUrl, 'nowhere'))
    expectWords(await startRefusal(env), 'There is no database of this name', 'nowhere', 'create database')
  })

  test('as a role whose connections end as they begin, or that has none left, says so', async () => {
    const { username, pathname } = new URL(database.appUrl)
    const alter = `alter role ${username} in database ${pathname.slice(1)}`
    const env = at(database.appUrl, database.ownerUrl)
    await superuser.query(`${alter} set session_preload_libraries = 'nope'`)
    const ending = await startRefusal(env)
    await superuser.query(`${alter} reset session_preload_libraries`)
    expectWords(ending, 'ends each connection', 'nope', 'session_preload_libraries', 'pg_db_role_setting')
    await superuser.query(`alter database ${pathname.slice(1)} connection limit 0`)
    const none = await startRefusal(env)
    await superuser.query(`alter database ${pathname.slice(1)} connection limit -1`)
    expectWords(none, 'no connection left', 'too many connections for database', 'connection limit')
  })

  test('on two databases says that they must be one', async () => {
    const other = await emptyDatabase()
    expectWords(await startRefusal(at(database.appUrl, other.ownerUrl)), 'two databases')
    await other.drop()
  })

  test('as a role that may not connect, make tables, or own those that are there says which right is missing', async () => {
    const role = `few_${randomUUID().replaceAll('-', '')}`
    await superuser.query(`create role ${role} login password 'few'`)
    const few = changedUrl(database.ownerUrl, (url) => {
      url.username = role
      url.password = 'few'
    })
    const env = at(database.appUrl, few)
    try {
      expectWords(await startRefusal(env), `${role} may not connect`, 'grant connect')
      await superuser.query(`grant connect on database ${new URL(database.appUrl).pathname.slice(1)} to ${role}`)
      expectWords(await startRefusal(env), new RegExp(`${role} .*may not make tables`), 'grant usage, create')
      await superuser.query(`grant usage, create on schema public to ${role}; create table event_log ()`)
      expectWords(await startRefusal(env), 'belong to postgres', 'DATABASE_OWNER_URL')
    } finally {
      await superuser.query(`drop table if exists event_log; drop owned by ${role}; drop role ${role}`)
    }
  })

  test('on a Postgres that is too old, or takes no writes, says which is needed', async () => {
    const { hostname: host, port } = new URL(database.appUrl)
    const proxy = await createAlteringProxy({ host, port: Number(port) })
    const through = (url: string) => changedUrl(url, (one) => (one.port = String(proxy.port)))
    // The server's own answer, with another number in it.
    proxy.alter('\0\0\0\x0218', '\0\0\0\x0214')
    const tooOld = await startRefusal(at(through(database.appUrl), through(database.ownerUrl)))
    expectWords(tooOld, 'Postgres 15 or newer is needed', 'Upgrade')
    await proxy.close()
    const readOnly = changedUrl(database.appUrl, (url) =>
      url.searchParams.set('options', '-c default_transaction_read_only=on'),
    )
    expectWords(await startRefusal(at(readOnly, database.ownerUrl)), 'takes no writes', 'primary')
  })

  test('as one role for both, or as a superuser, says to take another', async () => {
    const { ownerUrl, superuserUrl } = database
    const opening = (appUrl: string) => refusalBy(openSystem({ ownerUrl, appUrl, dataDir }))
    expectWords(await opening(ownerUrl), 'must not connect as chf_owner')
    expectWords(await opening(superuserUrl), 'must not connect as the superuser')
  })

  test('in a folder that is none, or cannot be written, names it', async () => {
    const file = join(dataDir, 'a-file')
    await writeFile(file, '')
    for (const DATA_DIR of [join(file, 'below'), file]) expectWords(await startRefusal({ DATA_DIR }), file, 'DATA_DIR')
    expectWords(await startRefusal({ DATA_DIR: '/sys/portal' }), '/sys/portal', 'DATA_DIR')
  })
})

// A disk that can be filled takes root and Linux.
describe.runIf(process.getuid?.() === 0)('a start on a full disk', () => {
  test.each(['64k', '1m', '20m', '30m'])('of %s names it, and leaves no server', async (size) => {
    const disk = await mountDisk(await mkdtemp(join(inject('runDir'), 'disk-')), size)
    if (disk === undefined) throw new Error('No disk could be mounted')
    try {
      const DATA_DIR = join(disk.folder, 'data')
      expectWords(await startRefusal({ DATA_DIR }), /no room left on the disk/)
      expect(await findPostmaster(join(DATA_DIR, 'postgres', 'cluster'))).toBeUndefined()
    } finally {
      await disk.remove()
    }
  })
})

describe('a tool', () => {
  afterEach(() => vi.unstubAllEnvs())
  const toolRefusal = (env: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    return refusalBy(findDatabases(dataDir, 'read'))
  }

  type Read = (folder: string) => Promise<unknown>
  const secretsOf = (folder: string) => mustHoldSecrets(folder, new Map([['event-key-2', '']]))
  const tokenOf = (folder: string) => openSecondPlace({ url: 'https://seals.example' }, folder)
  const loadedIn = (dataDir: string) => {
    const { ownerUrl } = database
    // It comes to none of its parts.
    const system = {} as Parameters<typeof loadFirstData>[0]
    const data = { dataDir, secretsDir: dataDir, ownerUrl, withDemo: false, isLogHere: true }
    return loadFirstData(system, data, () => undefined)
  }
  const serverIn = (cluster: string) =>
    launchServer(
      { postgres: '/bin/true', cluster, logFile: join(cluster, 'server.log'), account: undefined, settings: {} },
      () => undefined,
    )
  const FILES: readonly (readonly [file: string, read: Read])[] = [
    ['passwords.json', (folder) => readPasswords(join(folder, 'passwords.json'))],
    ['postmaster.pid', readPostmaster],
    ['supervisor.json', (folder) => takeSupervision({ note: join(folder, 'supervisor.json'), cluster: folder })],
    ['event-key-2', secretsOf],
    ['seals-token', tokenOf],
    ['restoring', mustNotBeRestoring],
    ['loaded.json', loadedIn],
    ['taken.json', (folder) => takenSealsIn(folder).last('a place')],
    ['erase-again', (folder) => restoredNoteIn(folder).isThere()],
    ['server.log', serverIn],
  ]
  test.each(FILES)('with a pipe or a folder in the place of %s names it', async (file, read) => {
    for (const put of [pipeAt, mkdir]) {
      const folder = await mkdtemp(join(dataDir, 'in-place-'))
      await put(join(folder, file))
      expectWords(await refusalBy(read(folder)), join(folder, file), /is no file|was written by no restore/, /away/)
    }
  })

  const WRITTEN: readonly (readonly [file: string, write: (path: string) => Promise<unknown>])[] = [
    ['passwords.json', (path) => writePasswords(path, newPasswords())],
    ['taken.json', (path) => takenSealsIn(dirname(path)).keep('a place', 7)],
  ]
  test.each(WRITTEN)('writes %s over a pipe in its place, and past one beside it', async (file, write) => {
    const path = join(await mkdtemp(join(dataDir, 'written-')), file)
    for (const name of [path, `${path}.making`, `${path}.new`, `${path}.making-${process.pid}`]) await pipeAt(name)
    await write(path)
    expect(JSON.parse((await readIfThere(path)) ?? '')).toBeTypeOf('object')
    expect((await readdir(dirname(path))).filter((name) => name.startsWith(`${file}.making-`))).toHaveLength(1)
  })

  test('with a link to itself in the place of a file names it', async () => {
    const folder = await mkdtemp(join(dataDir, 'link-'))
    await symlink('event-key-2', join(folder, 'event-key-2'))
    expectWords(await refusalBy(secretsOf(folder)), join(folder, 'event-key-2'), 'link')
  })

  test('says which address lets nobody in, is missing, or is none', async () => {
    const wrong = changedUrl(database.appUrl, (url) => (url.password = 'wrong'))
    expectWords(await toolRefusal({ DATABASE_URL: database.appUrl }), 'DATABASE_OWNER_URL')
    expectWords(await toolRefusal(at(wrong, database.ownerUrl)), 'does not let chf_app in')
    expectWords(await toolRefusal(at('mysql://here', database.ownerUrl)), 'DATABASE_URL is no address of a Postgres')
    const port = String(await freePort())
    const away = (url: string) => changedUrl(url, (one) => (one.port = port))
    const closed = await toolRefusal(at(away(database.appUrl), away(database.ownerUrl)))
    expectWords(closed, `No Postgres answers at 127.0.0.1:${port}`)
  })
})
