import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { mountDisk, type DrillDisk } from '#scripts/drill/disk.ts'
import { freePort } from '#scripts/free-port.ts'
import { findPostmaster, until } from '#scripts/postgres/postmaster.ts'
import { stopLeftover } from '#scripts/postgres/start-postgres.ts'
import { createAlteringProxy } from '#tests/support/altering-proxy.ts'
import { runCommand } from '#tests/support/command-program.ts'
import { onDatabase } from '#tests/support/database-url.ts'
import { emptyDatabase, type TestDatabase } from '#tests/support/database.ts'
import { runStart } from '#tests/support/start-program.ts'

/** What a start needs on a busy machine; a refusal comes long before. */
const WHOLE_START = 300_000

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

type Ended = { readonly code: number | null; readonly said: string }
async function start(env: NodeJS.ProcessEnv): Promise<Ended> {
  const program = runStart({ DATA_DIR: dataDir, PORT: String(await freePort()), DEMO_DATA: 'no', ...env })
  return { code: await program.ended, said: program.said() }
}

/** Says why and what to do, and nothing that only a programmer can read. */
function expectRefusal({ code, said }: Ended, ...words: readonly (string | RegExp)[]) {
  for (const word of words) expect(said).toMatch(word)
  expect(said).not.toMatch(/^\s+at |\[Error|node:internal|stack:|severity:/m)
  expect(code).not.toBe(0)
  expect(code).not.toBeNull()
}

const changed = (url: string, change: (url: URL) => void): string => {
  const parsed = new URL(url)
  change(parsed)
  return parsed.href
}
const at = (appUrl: string, ownerUrl: string) => ({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl })
const closed = async () => {
  const port = String(await freePort())
  return at(
    changed(database.appUrl, (url) => (url.port = port)),
    changed(database.ownerUrl, (url) => (url.port = port)),
  )
}

describe('a start', { timeout: WHOLE_START }, () => {
  test('on a Postgres that is away says where it looked', async () => {
    const env = await closed()
    expectRefusal(await start(env), 'No Postgres answers at 127.0.0.1:', 'ECONNREFUSED', 'correct DATABASE_URL')
  })

  test('with a wrong password names the role and the variable', async () => {
    const wrong = changed(database.ownerUrl, (url) => (url.password = 'wrong'))
    expectRefusal(await start(at(database.appUrl, wrong)), 'does not let chf_owner in', 'DATABASE_OWNER_URL')
  })

  test('without a password says so', async () => {
    const none = changed(database.appUrl, (url) => (url.password = ''))
    expectRefusal(await start(at(none, database.ownerUrl)), 'DATABASE_URL has no password')
  })

  test('on a database that does not exist says how to make it', async () => {
    const env = at(onDatabase(database.appUrl, 'nowhere'), onDatabase(database.ownerUrl, 'nowhere'))
    expectRefusal(await start(env), 'There is no database of this name', 'nowhere', 'create database')
  })

  test('on two databases says that they must be one', async () => {
    const other = await emptyDatabase()
    expectRefusal(await start(at(database.appUrl, other.ownerUrl)), 'two databases')
    await other.drop()
  })

  test('as a role that may not connect, make tables, or own those that are there says which right is missing', async () => {
    const role = `few_${randomUUID().replaceAll('-', '')}`
    await superuser.query(`create role ${role} login password 'few'`)
    const as = (url: string) =>
      changed(url, (one) => {
        one.username = role
        one.password = 'few'
      })
    try {
      expectRefusal(await start(at(database.appUrl, as(database.ownerUrl))), `${role} may not connect`, 'grant connect')
      await superuser.query(`grant connect on database ${new URL(database.appUrl).pathname.slice(1)} to ${role}`)
      expectRefusal(
        await start(at(database.appUrl, as(database.ownerUrl))),
        new RegExp(`${role} .*may not make tables`),
        'grant usage, create',
      )
      await superuser.query(`grant usage, create on schema public to ${role}; create table event_log ()`)
      expectRefusal(await start(at(database.appUrl, as(database.ownerUrl))), 'belong to postgres', 'DATABASE_OWNER_URL')
    } finally {
      await superuser.query(`drop table if exists event_log; drop owned by ${role}; drop role ${role}`)
    }
  })

  test('as one role for both, or as a superuser, says to take another', async () => {
    expectRefusal(await start(at(database.ownerUrl, database.ownerUrl)), 'must not connect as chf_owner')
    expectRefusal(await start(at(database.superuserUrl, database.ownerUrl)), 'must not connect as the superuser')
  })

  test('on a Postgres that is too old, or takes no writes, says which is needed', async () => {
    const { hostname: host, port } = new URL(database.appUrl)
    const proxy = await createAlteringProxy({ host, port: Number(port) })
    const through = at(
      changed(database.appUrl, (url) => (url.port = String(proxy.port))),
      changed(database.ownerUrl, (url) => (url.port = String(proxy.port))),
    )
    // The server's own answer, with another number in it.
    proxy.alter('\0\0\0\x0218', '\0\0\0\x0214')
    expectRefusal(await start(through), 'Postgres 15 or newer is needed', 'Upgrade')
    await proxy.close()
    const readOnly = changed(database.appUrl, (url) =>
      url.searchParams.set('options', '-c default_transaction_read_only=on'),
    )
    expectRefusal(await start(at(readOnly, database.ownerUrl)), 'takes no writes', 'primary')
  })

  test('in a folder that is none, or cannot be written, names it', async () => {
    const file = join(dataDir, 'a-file')
    await writeFile(file, '')
    expectRefusal(await start({ DATA_DIR: join(file, 'below') }), file, 'DATA_DIR')
    expectRefusal(await start({ DATA_DIR: file }), file, 'DATA_DIR')
    expectRefusal(await start({ DATA_DIR: '/sys/portal' }), '/sys/portal', 'DATA_DIR')
    expectRefusal(await start({ DATA_DIR: '/proc/portal/data' }), '/proc/portal', 'DATA_DIR')
    expectRefusal(await runCommand('verify', { DATA_DIR: '/proc/portal' }), '/proc/portal', 'DATA_DIR')
  })

  test('with an EventStoreDB that is away says where it looked', async () => {
    const store = `esdb://127.0.0.1:${await freePort()}?tls=false`
    const env = { ...at(database.appUrl, database.ownerUrl), EVENTSTORE_URL: store }
    expectRefusal(await start(env), 'No node of EventStoreDB', 'EVENTSTORE_URL')
  })
})

describe('a tool', { timeout: WHOLE_START }, () => {
  const TOOLS = [
    { name: 'verify', args: ['--public-key', 'key.pem'] },
    { name: 'rebuild', args: ['service'] },
    { name: 'generate', args: ['--patients', '1'] },
  ]
  const run = (name: string, env: NodeJS.ProcessEnv, args: readonly string[]) =>
    runCommand(
      name,
      { DATA_DIR: dataDir, ...env },
      ...args.map((arg) => (arg === 'key.pem' ? join(dataDir, arg) : arg)),
    )

  beforeAll(async () => {
    const { generateKeyPairSync } = await import('node:crypto')
    const { publicKey } = generateKeyPairSync('ed25519')
    await writeFile(join(dataDir, 'key.pem'), publicKey.export({ format: 'pem', type: 'spki' }))
  })

  test.each(TOOLS)('$name says that Postgres is away, or lets nobody in', async ({ name, args }) => {
    expectRefusal(await run(name, await closed(), args), 'No Postgres answers at 127.0.0.1:')
    const wrong = changed(database.appUrl, (url) => (url.password = 'wrong'))
    expectRefusal(await run(name, at(wrong, database.ownerUrl), args), 'does not let chf_app in')
    expectRefusal(await run(name, { DATABASE_URL: database.appUrl }, args), 'DATABASE_OWNER_URL')
    expectRefusal(
      await run(name, at('mysql://here', database.ownerUrl), args),
      'DATABASE_URL is no address of a Postgres',
    )
  })

  test('verify of a database without a log, or without a key, says so', async () => {
    const env = at(database.appUrl, database.ownerUrl)
    expectRefusal(await run('verify', env, ['--public-key', 'key.pem']), 'event_log', 'another database')
    expectRefusal(await run('verify', env, []), 'There is no seal key')
    expectRefusal(await run('verify', env, ['--public-key', join(dataDir, 'nothing.pem')]), 'nothing.pem')
  })

  test('rebuild says that EventStoreDB is away', async () => {
    const store = `esdb://127.0.0.1:${await freePort()}?tls=false`
    const env = { ...at(database.appUrl, database.ownerUrl), EVENTSTORE_URL: store }
    expectRefusal(await run('rebuild', env, ['service']), 'No node of EventStoreDB')
  })

  test.each(['verify', 'rebuild', 'generate', 'drill', 'fuzz', 'bench'])(
    '%s says that it does not know an option',
    async (name) => {
      expectRefusal(await run(name, {}, ['--no-such-option']), '--no-such-option', `Usage: npm run ${name}`)
    },
  )
})

// A disk that can be filled takes root and Linux.
describe.runIf(process.getuid?.() === 0)('a full disk', { timeout: WHOLE_START }, () => {
  const disks: DrillDisk[] = []
  const diskOf = async (size: string) => {
    const disk = await mountDisk(await mkdtemp(join(inject('runDir'), 'disk-')), size)
    if (disk === undefined) throw new Error('No disk could be mounted')
    disks.push(disk)
    return disk
  }
  afterAll(async () => {
    for (const disk of disks) {
      await stopLeftover(disk.folder)
      await disk.remove()
    }
  })
  const NO_ROOM = /no room left on the disk/
  const GONE_WITHIN_MS = 20_000

  test.each(['64k', '1m', '20m', '30m', '38m'])(
    'of %s is named by the first start',
    { timeout: WHOLE_START },
    async (size) => {
      const { folder } = await diskOf(size)
      const dataDir = join(folder, 'data')
      expectRefusal(await start({ DATA_DIR: dataDir }), NO_ROOM)
      // A server that cannot write its last checkpoint would try to for a minute.
      const isGone = async () => (await findPostmaster(join(dataDir, 'postgres', 'cluster'))) === undefined
      expect(await until(isGone, GONE_WITHIN_MS)).toBe(true)
    },
  )

  test('is named by every later start, and the first with room goes on', async () => {
    const disk = await diskOf('96m')
    const env = { DATA_DIR: disk.folder, PORT: String(await freePort()), DEMO_DATA: 'no' }
    const first = runStart(env)
    await first.until('The portal is at')
    first.signal('SIGTERM')
    expect(await first.ended).toBe(0)
    await rm(join(disk.folder, 'loaded.json'))
    const room = await disk.fillUp()
    expectRefusal(await start(env), NO_ROOM)
    for (const [name, ...args] of [['verify'], ['rebuild', '--all'], ['generate', '--patients', '1']])
      expectRefusal(await runCommand(name ?? '', env, ...args), NO_ROOM)
    await room()
    const again = runStart(env)
    await again.until('The portal is at')
    again.signal('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  // The drill brings a disk of its own.
  test.each(['fuzz', 'bench'])('below the checkout is named by %s', async (name) => {
    const { folder } = await diskOf('20m')
    expectRefusal(await runCommand(name, { TMPDIR: folder }), NO_ROOM)
  })
})
