import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sealKeyFrom } from '#commands/log/seals/seal.ts'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { documentPath } from '#api/documents/document-store.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { kobo } from '#domain/kernel/money.ts'
import { MIGRATIONS } from '#projections/migrations/migrate.ts'
import { openSealKeys } from '#api/secrets.ts'
import { type BackupOptions, makeBackup } from '#scripts/backup/make-backup.ts'
import { readManifest, writeManifest, type Manifest } from '#scripts/backup/manifest.ts'
import { mountDisk } from '#scripts/drill/disk.ts'
import { restoreBackup } from '#scripts/restore/restore-backup.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { askDatabase } from '#tests/support/ask-database.ts'
import { command } from '#tests/support/command.ts'
import { runCommand } from '#tests/support/command-program.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addDocument, changeDocuments } from '#tests/support/document-rows.ts'
import { pipeAt } from '#tests/support/pipe.ts'

let app: TestApp
let secretsDir: string
let origin: string
let document: string
/** A copy of the backup of each test's own, to be spoilt. */
let place: string
let name: string
/** Where nothing is, and nothing comes of what is refused. */
let untouched: Target
beforeAll(async () => {
  app = await startTestApp({ roles: { api: true, projections: false, processes: false } })
  secretsDir = join(app.dataDir, 'secrets')
  const credit = command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) })
  await moveFunds(app.context.handler, 'gift', credit)
  document = await keepDocument('a letter')
  origin = await folder('origin')
  name = (await backUp(origin)).name
  untouched = { database: await emptyDatabase(), dataDir: await folder('untouched') }
})
afterAll(async () => {
  await untouched.database.drop()
  await app.end()
})
beforeEach(async () => {
  place = await folder('place')
  await cp(origin, place, { recursive: true })
})

const folder = (of: string) => mkdtemp(join(inject('runDir'), `${of}-`))
const placesIn = (at: string) => ({ data: join(at, 'data'), keys: join(at, 'keys') })
const backUp = (at: string, over: Partial<BackupOptions> = {}) =>
  makeBackup({
    ...{ ...app.database, dataDir: app.dataDir, secretsDir, places: placesIn(at), keysOnly: false },
    ...over,
  })
const dataFile = (file: string) => join(place, 'data', name, file)

/** A document that the portal has a use for. */
async function keepDocument(text: string): Promise<string> {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const path = documentPath(join(app.dataDir, 'documents'), sha256)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, text)
  await addDocument(app.context, {
    ...{ id: randomUUID(), sha256, file_name: Buffer.alloc(0), media_type: 'text/plain', bytes: 1, state: 'attached' },
    ...{ uploaded_by: 'somebody', uploaded_at: '2026-03-02T09:00:00.000Z', person_id: 'somebody' },
  })
  return sha256
}

type Target = { readonly database: TestDatabase; readonly dataDir: string }
async function nowhere(): Promise<Target> {
  const target = { database: await emptyDatabase(), dataDir: await folder('restored') }
  onTestFinished(target.database.drop)
  return target
}
const restoreInto = ({ database, dataDir }: Target, over: object = {}) =>
  restoreBackup({
    ...{ places: placesIn(place), dataDir, secretsDir, openDatabases: async () => database, ...over },
  })

/** What a refused restore has left: nothing in the folder, and no row in the database. */
async function isUntouched({ database, dataDir }: Target): Promise<void> {
  expect(await readdir(dataDir)).toEqual([])
  await askDatabase(database.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ there: boolean }>("select to_regclass('event_log') is not null as there")
    if (rows[0]?.there === true) expect((await owner.query('select from event_log')).rowCount).toBe(0)
  })
}

/** Writes the manifest of the data anew, signed as the portal does. */
async function changeManifest(over: object): Promise<void> {
  const at = join(place, 'data', name)
  const { manifest } = await readManifest(at)
  for (const file of ['manifest.json', 'manifest.sig']) await rm(join(at, file))
  await writeManifest(at, { ...manifest, ...over } as Manifest, (await openSealKeys(secretsDir)).signing())
}

/** The same of the tables that it names. */
async function changeTables(change: (tables: Manifest['tables']) => Manifest['tables']): Promise<void> {
  await changeManifest({ tables: change((await readManifest(join(place, 'data', name))).manifest.tables) })
}

const LATER = '2999-01-01T00-00-00.000Z'
const SPOILT: readonly (readonly [what: string, spoil: () => Promise<unknown>, words: () => string])[] = [
  [
    'a row was added',
    () => appendFile(dataFile('credential.copy'), 'x\ty\t2020-01-01\n'),
    () => 'credential.copy is not what',
  ],
  [
    'a table is said to have no MACs, by who has the key of the seals',
    () =>
      changeTables((tables) =>
        tables.map((one) => ({ ...one, columns: one.columns.filter((column) => column !== 'mac') })),
      ),
    () => `is not what a backup of its migration (${MIGRATIONS.at(-1)}) has: public."credential"`,
  ],
  [
    'a table is left out by the same',
    () => changeTables((tables) => tables.filter(({ table }) => table !== 'outbox')),
    () => 'has: public."outbox"',
  ],
  [
    'a table is put in by the same',
    () => changeTables((tables) => tables.map((one) => ({ ...one, table: one.table.replace('outbox', 'session') }))),
    () => 'has: public."session"',
  ],
  ['a pipe stands for a table', () => pipeAt(dataFile('outbox.copy')), () => 'outbox.copy is missing'],
  ['a pipe stands for a document', () => pipeAt(documentPath(dataFile('documents'), document)), () => document],
  ['a table is missing', () => rm(dataFile('event_log.copy')), () => 'event_log.copy is missing'],
  [
    'a document was changed',
    () => writeFile(documentPath(dataFile('documents'), document), 'b letter'),
    () => document,
  ],
  ['a document is missing', () => rm(documentPath(dataFile('documents'), document)), () => document],
  [
    'the keys were changed',
    () => appendFile(join(place, 'keys', name, 'person_key.copy'), '\n'),
    () => 'person_key.copy is not what',
  ],
  [
    'the manifest was changed',
    async () => {
      const text = await readFile(dataFile('manifest.json'), 'utf8')
      await writeFile(dataFile('manifest.json'), text.replace(/"position": \d+/, '"position": 1'))
    },
    () => 'manifest.json is not what',
  ],
  [
    'a table is that of another moment',
    async () => {
      await moveFunds(
        app.context.handler,
        `gift-${randomUUID()}`,
        command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) }),
      )
      const other = await folder('other')
      const { name: later } = await backUp(other)
      await cp(join(other, 'data', later, 'event_log.copy'), dataFile('event_log.copy'))
    },
    () => 'event_log.copy is not what',
  ],
  [
    'the manifest is that of another moment',
    async () => {
      const other = await folder('other')
      const { name: later } = await backUp(other)
      for (const file of ['manifest.json', 'manifest.sig']) await cp(join(other, 'data', later, file), dataFile(file))
    },
    () => 'its own name, ',
  ],
  [
    'the keys stand for the data',
    async () => {
      await rm(join(place, 'data', name), { recursive: true })
      await cp(join(place, 'keys', name), join(place, 'data', name), { recursive: true })
    },
    () => 'data',
  ],
  [
    'it is signed by another key',
    async () => {
      const { manifest } = await readManifest(join(place, 'data', name))
      for (const file of ['manifest.json', 'manifest.sig']) await rm(dataFile(file))
      await writeManifest(join(place, 'data', name), manifest, sealKeyFrom(randomBytes(32)))
    },
    () => 'manifest.json is not what',
  ],
  ['it was cut', () => rm(dataFile('manifest.json')), () => 'no whole backup'],
  [
    'it was cut before it was in its place',
    () => rename(join(place, 'data', name), join(place, 'data', 'backup.making')),
    () => 'no backup of the data',
  ],
  ['it is of a newer format', () => changeManifest({ format: 2 }), () => 'made by a newer portal (format 2)'],
  [
    'it is of newer tables',
    () => changeManifest({ migration: '9999-later' }),
    () => 'made by a newer portal (9999-later)',
  ],
  ['the keys are missing', () => rm(join(place, 'keys'), { recursive: true }), () => 'no backup of the keys'],
  [
    'the keys are older',
    async () => {
      await changeManifest({ takenAt: '2999-01-01T00:00:00.000Z' })
      await rename(join(place, 'data', name), join(place, 'data', LATER))
    },
    () => 'before the data',
  ],
  [
    'the keys have a later name',
    () => rename(join(place, 'keys', name), join(place, 'keys', LATER)),
    () => `its own name, ${name}`,
  ],
]
test.each(SPOILT)('%s: it is said which, and nothing is restored', async (_, spoil, words) => {
  await spoil()
  await expect(restoreInto(untouched)).rejects.toThrow(words())
  await isUntouched(untouched)
})

test('bytes that come into its place while it is restored are no part of it', async () => {
  const openDatabases = async () => {
    await appendFile(dataFile('credential.copy'), 'x\ty\t2020-01-01\n')
    return untouched.database
  }
  await expect(restoreInto(untouched, { openDatabases })).rejects.toThrow(
    'credential.copy is not what the backup wrote',
  )
  await isUntouched(untouched)
})

test('a backup of a log into which somebody put a row twice is refused in words, and says what to do', async () => {
  const file = dataFile('event_log.copy')
  const [first = ''] = (await readFile(file, 'utf8')).split('\n')
  await appendFile(file, `${first}\n`)
  const bytes = await readFile(file)
  const { manifest } = await readManifest(join(place, 'data', name))
  const facts = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  const tables = manifest.tables.map((table) =>
    table.table === 'event_log' ? { ...table, ...facts, rows: table.rows + 1 } : table,
  )
  await changeManifest({ tables })
  const refused = restoreInto(untouched)
  await expect(refused).rejects.toThrow('event_log.copy has rows twice that event_log has once (event_log_pkey)')
  await expect(refused).rejects.toThrow('npm run verify says where they stand. Nothing of this try is left.')
})

test('secrets that are missing, or another portal’s, are named', async () => {
  const other = await folder('secrets')
  await expect(restoreInto(untouched, { secretsDir: other })).rejects.toThrow(join(other, 'wrapping-key'))
  await cp(secretsDir, other, { recursive: true })
  await writeFile(join(other, 'email-secret'), 'a'.repeat(64))
  await expect(restoreInto(untouched, { secretsDir: other })).rejects.toThrow(join(other, 'email-secret'))
  await isUntouched(untouched)
})

test('only an empty place is restored into', async () => {
  const { database, dataDir } = untouched
  await expect(restoreInto({ database: app.database, dataDir })).rejects.toThrow('holds something already')
  expect(await readdir(dataDir)).toEqual([])
  await expect(restoreInto({ database, dataDir: app.dataDir })).rejects.toThrow('holds a portal already')
  const later = await freshDatabase()
  onTestFinished(later.drop)
  await changeManifest({ migration: MIGRATIONS[2] })
  await expect(restoreInto({ database: later, dataDir })).rejects.toThrow('tables of a later portal')
})

test('a backup leaves nothing where it could not be made', async () => {
  await expect(backUp(place, { secretsDir: place })).rejects.toThrow(join(place, 'wrapping-key'))
  await expect(backUp(place, { places: { data: place, keys: place } })).rejects.toThrow('Keys are kept apart')
  const other = await startTestApp({ roles: { api: true, projections: false, processes: false } })
  onTestFinished(other.end)
  const another = { ...other.database, secretsDir: join(other.dataDir, 'secrets') }
  await expect(backUp(place, another)).rejects.toThrow('backups of another portal')
  const told = () => Promise.reject(new Error('cut'))
  await expect(backUp(place, { told })).rejects.toThrow('cut')
  for (const part of Object.values(placesIn(place))) expect(await readdir(part)).toEqual([name])
  // What one that was killed has begun is removed by the next.
  await mkdir(join(place, 'data', 'backup.making'))
  const { name: next } = await backUp(place)
  expect(await readdir(join(place, 'data'))).toEqual([name, next])
})

test('where the disk is full it says so, and what was made before is whole', async ({ skip }) => {
  const disk = await mountDisk(join(place, 'disk'), '1m')
  if (disk === undefined) return skip('a disk of its own takes root')
  try {
    const places = { data: join(disk.folder, 'data'), keys: join(place, 'keys') }
    const free = await disk.fillUp()
    await expect(backUp(place, { places })).rejects.toThrow(`no room left on the disk that holds`)
    expect([await readdir(places.keys), await readdir(places.data).catch(() => [])]).toEqual([[name], []])
    await free()
    expect((await backUp(place, { places })).documents.lost).toEqual([])
  } finally {
    await disk.remove()
  }
})

test('documents that the disk has lost are named; those that nobody needs any more are not missed', async () => {
  const [lost, cleared] = [await keepDocument('a lost one'), await keepDocument('a cleared one')]
  const path = (sha256: string) => documentPath(join(app.dataDir, 'documents'), sha256)
  await pipeAt(path(lost))
  const clear = async () => {
    await rm(path(cleared), { force: true })
    await changeDocuments(app.context, cleared, { state: 'cleared' })
  }
  const { documents } = await backUp(place, { told: ({ table }) => (table === 'document' ? clear() : undefined) })
  expect(documents).toEqual({ count: 1, bytes: expect.any(Number), cleared: [cleared], lost: [lost] })
  const target = await nowhere()
  await restoreInto(target)
  const query = 'select sha256, state from document where sha256 = any($1)'
  const { rows } = await askDatabase(target.database.ownerUrl, (owner) => owner.query(query, [[lost, cleared]]))
  expect(rows).toEqual([{ sha256: lost, state: 'attached' }])
  await app.context.pool.query('delete from document where sha256 = any($1)', [[lost, cleared]])
})

test('keys of before thirty-five days are removed once there are newer ones', async () => {
  const old = '2020-01-01T00-00-00.000Z'
  await mkdir(join(place, 'keys', old))
  expect((await backUp(place, { keysOnly: true })).forgotten).toEqual([old])
  expect(await readdir(join(place, 'keys'))).not.toContain(old)
})

test('where no portal is, and where the log is in EventStoreDB, nothing is done', async () => {
  const env = { EVENTSTORE_URL: 'esdb://127.0.0.1:1', DATA_DIR: app.dataDir }
  expect(await runCommand('backup', { DATA_DIR: place }, origin)).toEqual({
    code: 2,
    said: expect.stringContaining('There is no seal key'),
  })
  expect(await readdir(place)).toEqual(['data', 'keys'])
  for (const program of ['backup', 'restore'])
    expect(await runCommand(program, env, place)).toEqual({ code: 2, said: expect.stringContaining('EVENTSTORE_URL') })
})
