import { once } from 'node:events'
import { createHash, randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { RESTORED_NOTE } from '#api/people/erasure/restored-note.ts'
import { documentPath } from '#api/documents/document-store.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { type BackupOptions, makeBackup } from '#scripts/backup/make-backup.ts'
import type { FaultProxy } from '#scripts/drill/fault-proxy.ts'
import { createDatabase } from '#scripts/postgres/roles.ts'
import { restoreBackup } from '#scripts/restore/restore-backup.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { askDatabase } from '#tests/support/ask-database.ts'
import { runCommand } from '#tests/support/command-program.ts'
import { emptyDatabase, type TestDatabase } from '#tests/support/database.ts'
import { onDatabase } from '#tests/support/database-url.ts'
import { addDocument } from '#tests/support/document-rows.ts'
import { personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { pipeAt } from '#tests/support/pipe.ts'
import { program } from '#tests/support/program.ts'
import { proxied } from '#tests/support/proxied.ts'
import { ROOT } from '#tests/support/source-files.ts'
import { runStart } from '#tests/support/start-program.ts'

// A portal with a document and somebody who was erased behind the backup; restores of it are killed, and begun again.
const GONE = personOf('PATIENT').userId
let app: TestApp
let secretsDir: string
let place: string
let position: number
let options: BackupOptions
let document: string

const folder = (of: string) => mkdtemp(join(inject('runDir'), `${of}-`))
const envOf = ({ appUrl, ownerUrl }: Pick<TestDatabase, 'appUrl' | 'ownerUrl'>, dataDir: string) => ({
  ...{ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: dataDir, SECRETS_DIR: secretsDir },
})

beforeAll(async () => {
  app = await startDemoApp({ sealing: { everyEvents: 100, everyMs: 60_000 } })
  document = createHash('sha256').update('a letter').digest('hex')
  const path = documentPath(join(app.dataDir, 'documents'), document)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, 'a letter')
  await addDocument(app.context, {
    ...{ id: randomUUID(), sha256: document, file_name: Buffer.alloc(0), media_type: 'text/plain', bytes: 8 },
    ...{ state: 'attached', uploaded_by: 'somebody', uploaded_at: '2026-03-02T09:00:00.000Z', person_id: 'somebody' },
  })
  const sealed = () => app.context.pool.query("select from event_log where type = 'LogSealed'")
  while ((await sealed()).rowCount === 0);
  secretsDir = demoSecrets(inject('runDir'))
  place = await folder('place')
  const places = { data: join(place, 'data'), keys: join(place, 'keys') }
  options = { ...app.database, dataDir: app.dataDir, secretsDir, places, keysOnly: false }
  position = (await makeBackup(options)).head.position
  const asked = ['--person', GONE, '--by', 'officer-1', '--reason', 'Request 12'] as const
  expect(await runCommand('erase', envOf(app.database, app.dataDir), ...asked)).toMatchObject({ code: 0 })
  await makeBackup({ ...options, keysOnly: true })
})
afterAll(() => app.end())

type Target = { readonly database: TestDatabase; readonly dataDir: string; readonly env: NodeJS.ProcessEnv }
async function nowhere(): Promise<Target> {
  const [database, dataDir] = [await emptyDatabase(), await folder('restored')]
  onTestFinished(async () => {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { database, dataDir, env: envOf(database, dataDir) }
}

/** Runs `npm run restore` and kills it as it asks the database this. */
async function killedAt(from: string, { database, dataDir }: Target): Promise<void> {
  const { line, reach } = await proxied()
  line.become({ state: 'held', from })
  const child = spawn(process.execPath, [...program('scripts/restore.ts'), place], {
    ...{ cwd: ROOT, stdio: 'ignore' },
    env: { PATH: process.env['PATH'], ...envOf(reach(database), dataDir) },
  })
  const ended = once(child, 'close')
  try {
    const isHeld = expect.poll(() => line.isHolding, { timeout: 60_000, interval: 20 }).toBe(true)
    await Promise.race([isHeld, ended.then(() => expect.unreachable(`it ended and never asked for ${from}`))])
  } finally {
    child.kill('SIGKILL')
    await ended
    await closed(line)
  }
}
const closed = async (line: FaultProxy) => {
  line.cut()
  await line.close()
}

const again = ({ env }: Target) => runCommand('restore', env, place)
async function startRefuses({ env }: Target): Promise<void> {
  const start = runStart(env)
  expect([await start.ended, start.said()]).toEqual([1, expect.stringContaining('run npm run restore again')])
}

/** Drops the database and makes it anew, as the words of a refusal ask for. */
const emptied = ({ superuserUrl }: TestDatabase) =>
  askDatabase(onDatabase(superuserUrl, 'postgres'), async (superuser: pg.Client) => {
    const name = new URL(superuserUrl).pathname.slice(1)
    await superuser.query(`drop database ${pg.escapeIdentifier(name)} with (force)`)
    await createDatabase(superuser, name)
  })

/** Every row of the log, to the byte; every document; every seal; and nobody who was erased. */
async function isWhole({ database, dataDir }: Target): Promise<void> {
  const logOf = ({ ownerUrl }: TestDatabase) =>
    askDatabase(ownerUrl, async (owner) => {
      const query = `select md5(string_agg(t::text, '' order by position)) from event_log t where position <= $1`
      return (await owner.query(query, [position])).rows
    })
  expect(await logOf(database)).toEqual(await logOf(app.database))
  expect((await readdir(dataDir)).sort()).toEqual(['documents', 'seals'])
  expect(await readFile(documentPath(join(dataDir, 'documents'), document), 'utf8')).toBe('a letter')
  await askDatabase(database.ownerUrl, async (owner) => {
    const counts = `select (select count(*)::int from event_log where type = 'LogSealed' and position <= $1) as seals,
      (select count(*)::int from event_log where type in ('UserErased', 'PatientErased')) as erased,
      (select count(*)::int from credential where user_id = $2) as passwords`
    const { rows } = await owner.query(counts, [position, GONE])
    const lines = (await readFile(sealFileIn(join(dataDir, 'seals')), 'utf8')).trimEnd().split('\n')
    expect(rows).toEqual([{ seals: lines.length, erased: 2, passwords: 0 }])
  })
}

test.each([
  ['before a table is there', 'create table if not exists public.event_log'],
  ['among the tables', 'export_manifest'],
  ['while rows come in', 'copy public."credential"'],
])('killed %s: no start goes on from it, and the next restore is whole', async (_, moment) => {
  const target = await nowhere()
  await killedAt(moment, target)
  expect(await readdir(target.dataDir)).toContain('restoring')
  await startRefuses(target)
  expect(await again(target)).toMatchObject({ code: 0 })
  await isWhole(target)
})

test('killed behind the rows: the next says what to clear, no start goes on meanwhile, and then it is whole', async () => {
  const target = await nowhere()
  await killedAt('analyze', target)
  for (let time = 1; time <= 2; time += 1) {
    const { code, said } = await again(target)
    expect([code, said]).toEqual([2, expect.stringMatching(/restore that was cut.*drop database, create database/)])
    await startRefuses(target)
  }
  await emptied(target.database)
  expect(await again(target)).toMatchObject({ code: 0 })
  await isWhole(target)
})

test('killed while people are erased again: it is a portal, nothing is restored over it, and its start goes on', async () => {
  const target = await nowhere()
  await killedAt('UserErased', target)
  expect(await again(target)).toMatchObject({ code: 2, said: expect.stringContaining('holds a portal already') })
  const { database, dataDir } = target
  const roles = { api: true, projections: true, processes: false }
  const started = await startTestApp({ dataDir, secretsDir, roles }, database)
  const passwords = () => started.context.pool.query('select from credential where user_id = $1', [GONE])
  await expect.poll(async () => (await passwords()).rowCount, { timeout: 60_000 }).toBe(0)
  await started.close()
  await isWhole(target)
})

test('one that failed behind the rows leaves no half that starts either', async () => {
  const target = await nowhere()
  const { database, dataDir } = target
  // Something is in the way of the seals, of which it takes note only then.
  const openDatabases = async () => {
    await rm(join(dataDir, 'seals'), { recursive: true, force: true })
    await writeFile(join(dataDir, 'seals'), '')
    return database
  }
  await expect(restoreBackup({ ...options, openDatabases, dataDir })).rejects.toThrow('seals')
  expect(await readdir(dataDir)).toEqual(['restoring'])
  await startRefuses(target)
})

test('of two at once the later one counts, and the earlier takes nothing of it away', async () => {
  const target = await nowhere()
  const { database, dataDir } = target
  const later = { ...options, dataDir, openDatabases: async () => database }
  const openDatabases = async () => {
    await restoreBackup(later)
    return database
  }
  await expect(restoreBackup({ ...later, openDatabases })).rejects.toThrow('Another restore into')
  await isWhole(target)
})

const noteOf = (brings: readonly string[]) =>
  JSON.stringify({ restore: randomUUID(), backup: '2026-03-02T09:00:00.000Z', brings })
test.each([
  ['an empty note', '', 'was written by no restore'],
  ['a note of more than a restore brings', noteOf(['seals', 'secrets']), 'was written by no restore'],
  ['a pipe', undefined, 'was written by no restore'],
  ['a note as a restore writes it', noteOf(['documents', 'postgres', 'seals']), 'holds a portal already (loaded.json)'],
])('%s beside a portal: neither a start nor a restore takes anything of it away', async (_, note, words) => {
  const { env, dataDir } = await nowhere()
  const there = ['documents', 'loaded.json', 'seals']
  for (const name of there) await writeFile(join(dataDir, name), 'whole')
  const path = join(dataDir, 'restoring')
  await (note === undefined ? pipeAt(path) : writeFile(path, note))
  const openDatabases = () => Promise.reject(new Error('it went on'))
  await expect(restoreBackup({ ...options, dataDir, openDatabases })).rejects.toThrow(words)
  if (note === '') {
    const start = runStart(env)
    expect([await start.ended, start.said()]).toEqual([1, expect.stringContaining(words)])
  }
  expect((await readdir(dataDir)).sort()).toEqual(['documents', 'loaded.json', 'restoring', 'seals'])
})

test('of a portal that writes nothing all is restored, and it is said that nobody could be erased again', async () => {
  const out = {
    position: 12,
    stream: 'wallet-pool',
    check: 'rule',
    expected: 'what the rules allow',
    found: 'another’s',
  }
  await app.context.integrity.found([out], 'reader')
  const red = await folder('red')
  const places = { data: join(red, 'data'), keys: join(red, 'keys') }
  await makeBackup({ ...options, places })
  const { dataDir, env } = await nowhere()
  const { code, said } = await runCommand('restore', env, red)
  expect([code, said]).toEqual([1, expect.stringContaining('Who was erased since could not be erased again')])
  expect(said).toContain('npm run open-again lists what was found')
  expect((await readdir(dataDir)).sort()).toEqual(['documents', RESTORED_NOTE, 'seals'])
})
