import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { bulkLoad } from '#commands/log/postgres/bulk-load.ts'
import { installPostgresLog } from '#commands/log/postgres/log-schema.ts'
import { SEAL_STREAM } from '#commands/log/seals/seal.ts'
import { createPool } from '#commands/postgres.ts'
import { migrate, MIGRATIONS } from '#projections/migrations/migrate.ts'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'
import { type MadeBackup, makeBackup } from '#scripts/backup/make-backup.ts'
import { FATES, tablesOf } from '#scripts/backup/tables.ts'
import { APP } from '#scripts/postgres/roles.ts'
import { restoreBackup } from '#scripts/restore/restore-backup.ts'
import { startPostgres } from '#scripts/postgres/start-postgres.ts'
import { type Ministry, ministryOf } from '#tests/api/money/payments/ministry.ts'
import { PASSWORD, type Planted, plant } from '#tests/api/people/erasure/planted.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { askDatabase } from '#tests/support/ask-database.ts'
import { tablesWith } from '#tests/support/canaries.ts'
import { runCommand } from '#tests/support/command-program.ts'
import { emptyDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type DemoApp, personOf, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { followCount } from '#tests/support/stored-events.ts'
import { filesOf } from '#tests/support/upload.ts'

// One story, in order: a portal at work is backed up, and restored twice, the second time after somebody was erased.
let demo: DemoApp
let ministry: Ministry
let [gone, stays] = [] as unknown as [Planted, Planted]
let secretsDir: string
let place: string
let backup: MadeBackup
/** Where the log ended before the backup, and an event that was acknowledged while its snapshot was open. */
let [before, during] = [0, 0]
const closing: (() => Promise<unknown>)[] = []

const placesIn = (folder: string) => ({ data: join(folder, 'data'), keys: join(folder, 'keys') })
const folder = (name: string) => mkdtemp(join(inject('runDir'), `${name}-`))
const headOf = () => demo.context.eventLog.head()

beforeAll(async () => {
  demo = await startDemoApp({ sealing: { everyEvents: 100, everyMs: 60_000 } })
  ministry = await ministryOf(demo, await demo.app.listen({ host: '127.0.0.1', port: 0 }))
  gone = await plant(ministry, 'zzgone')
  stays = await plant(ministry, 'zzstays')
  // Somebody with the app's role copied a password to another person, as if it were from before passwords had MACs.
  await demo.context.pool.query(
    `update credential set (password_hash, pepper, mac) = (select password_hash, pepper, '' from credential where user_id = $1) where user_id = $2`,
    [stays.id, personOf('FUND_ADMIN').userId],
  )
  secretsDir = demoSecrets(inject('runDir'))
  place = await folder('place')
  while ((await demo.context.eventLog.read(SEAL_STREAM)).length === 0) await delay(50)
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await demo.end()
})

test('every table of the database is named, with what becomes of it in a backup', async () => {
  const { rows } = await demo.context.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
  )
  const models = READ_MODEL_NAMES.flatMap((name) => [name, `${name}_history`])
  const others = rows.map(({ name }) => name).filter((name) => !models.includes(name))
  expect(others.sort()).toEqual(Object.keys(FATES).sort())
  expect([tablesOf('keys'), tablesOf('data').includes('person_key')]).toEqual([['person_key'], false])
})

test('it is made while money moves, of one moment, and holds nobody up', async () => {
  let isOver = false
  const work = async (act: () => Promise<unknown>) => {
    while (!isOver) await act()
  }
  const giver = await ministry.as('FUND_ADMIN')
  const give = () => giver.send('POST', '/api/pool/credit', { benefactor: 'A friend', credit: '1.00' })
  const bill = () => ministry.billServices(1)
  const atWork = [work(give), work(bill), work(() => ministry.billDrugs(1))]
  before = await headOf()
  while ((await headOf()) < before + 20) await bill()
  backup = await makeBackup({
    ...{ ...demo.database, dataDir: demo.dataDir, secretsDir, places: placesIn(place), keysOnly: false },
    async told({ table }) {
      if (table !== 'event_log') return
      // The snapshot is open, and nothing waits for it.
      await bill()
      during = await headOf()
      const again = makeBackup({
        ...{ ...demo.database, dataDir: demo.dataDir, secretsDir, places: placesIn(place), keysOnly: false },
      })
      await expect(again).rejects.toThrow('Another backup of this portal is being made')
    },
  })
  isOver = true
  await Promise.all(atWork)
  expect(backup.head.position).toBeGreaterThan(before)
  expect(backup.head.position).toBeLessThan(during)
  expect(backup.lastSeal?.position).toBeLessThan(backup.head.position)
  const named = `select distinct sha256 from document where state <> 'cleared'`
  const { rowCount } = await demo.context.pool.query(named)
  expect(rowCount).toBeGreaterThan(2)
  expect(backup.documents).toEqual({ count: rowCount, bytes: expect.any(Number), cleared: [], lost: [] })
  for (const part of Object.values(placesIn(place))) expect(await readdir(part)).toEqual([backup.name])
})

/** A new portal: a database and a folder with nothing in them. */
async function nowhere(): Promise<{ database: TestDatabase; dataDir: string }> {
  const database = await emptyDatabase()
  const dataDir = await folder('restored')
  closing.push(database.drop, () => rm(dataDir, { recursive: true, force: true }))
  return { database, dataDir }
}

test('what is restored is what was there: the log, its head, its seals, documents, and all that is read', async () => {
  const { database, dataDir } = await nowhere()
  const restored = await restoreBackup({
    ...{ places: placesIn(place), dataDir, secretsDir },
    openDatabases: async () => database,
  })
  const { position } = backup.head
  expect(restored).toMatchObject({ erasing: 0, data: { head: { position } } })
  expect(restored.documents).toEqual(backup.documents)

  // Every row of the log, to the byte; and of the other tables what nothing has written since.
  const rowsIn = ({ ownerUrl }: TestDatabase) =>
    askDatabase(ownerUrl, async (owner) => {
      const query = `select md5(string_agg(t::text, '' order by position)) as log from event_log t where position <= $1`
      const { rows } = await owner.query(query, [position])
      for (const table of ['secret_check', 'credential', 'document', 'person_key']) {
        const all = `select md5(string_agg(t::text, '' order by t::text)) as "${table}" from ${table} t`
        rows.push(...(await owner.query(all)).rows)
      }
      return rows
    })
  expect(await rowsIn(database)).toEqual(await rowsIn(demo.database))
  const { ownerUrl, appUrl } = database
  const env = { DATA_DIR: dataDir, SECRETS_DIR: secretsDir, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
  const verified = await runCommand('verify', env)
  expect(verified.said).toContain(`GREEN. All ${position} events`)
  expect(verified.said).toContain(`sealed up to position ${backup.lastSeal?.position}`)
  expect(verified.code).toBe(0)

  const roles = { api: true, projections: true, processes: false }
  const app = withDemoPeople(await startTestApp({ dataDir, secretsDir, roles }, database))
  closing.push(app.close)
  await app.context.caughtUp(position)
  // Whoever signs in signs in there; what was put in past the portal is nobody's, as it was.
  const [own, copied] = [stays.email, personOf('FUND_ADMIN').email].map((email) => signInTo(app, email))
  expect([await own, await copied]).toEqual([200, 401])
  const auditor = await app.as('AUDITOR')
  const totals = await auditor.get('/api/ledger/trial-balance/totals')
  expect(totals.json()).toMatchObject({ data: { totals: { balance: '0.00' } } })
  const [attached = ''] = stays.documents
  expect((await auditor.get(`/api/documents/${attached}`)).rawPayload.equals(stays.content)).toBe(true)

  // Given what was written behind the backup, everything that is read is as it is where it was written.
  const head = await headOf()
  const tail = await followCount(demo.context.eventLog, position, head - position)
  const owner = createPool(ownerUrl, { name: 'test', patience: 'hours', max: 1 })
  await bulkLoad(owner, tail.slice(0, head - position))
  await owner.end()
  for (const { context } of [demo, app]) expect(await context.caughtUp(head)).toBe(true)
  expect(await readModelsIn(database)).toEqual(await readModelsIn(demo.database))
})

const signInTo = async ({ app }: TestApp, email: string) =>
  (await app.inject({ method: 'POST', url: '/api/login', payload: { email, password: PASSWORD } })).statusCode

/** What each table of each read model holds, as a hash. */
const readModelsIn = ({ ownerUrl }: TestDatabase) =>
  askDatabase(ownerUrl, async (owner) => {
    const found: Record<string, unknown> = {}
    const { rows } = await owner.query<{ name: string }>(
      'select tablename as name from pg_tables where tablename = any($1)',
      [READ_MODEL_NAMES.flatMap((name) => [name, `${name}_history`])],
    )
    for (const { name } of rows) {
      const all = `select count(*), md5(string_agg(t::text, '' order by t::text)) from "${name}" t`
      found[name] = (await owner.query(all)).rows[0]
    }
    return found
  })

test('who was erased since stays erased: the newest keys are taken, and rows, files and words are gone', async () => {
  const { ownerUrl, appUrl } = demo.database
  const database = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
  const env = { DATA_DIR: demo.dataDir, SECRETS_DIR: secretsDir }
  const asked = ['--person', gone.chfId, '--by', 'officer-1', '--reason', 'Request 12'] as const
  const erased = await runCommand('erase', { ...env, ...database }, ...asked)
  expect([erased.code, erased.said]).toEqual([0, expect.stringContaining('--keys-only')])
  const keys = await runCommand('backup', { ...env, ...database }, place, '--keys-only')
  expect([keys.code, keys.said]).toEqual([0, expect.stringContaining(`The secrets in ${secretsDir} are not in it`)])
  expect((await readdir(placesIn(place).keys)).length).toBe(2)

  // Into the embedded Postgres, by the command.
  const dataDir = await folder('embedded')
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  const restored = await runCommand('restore', { DATA_DIR: dataDir, SECRETS_DIR: secretsDir }, place)
  expect(restored.said).toContain(`the log up to position ${backup.head.position}`)
  expect(restored.said).toContain('Who was erased since was erased again')
  expect(restored.code).toBe(0)

  const postgres = await startPostgres({ dataDir })
  closing.push(postgres.stop)
  const kept = (canary: string) => askDatabase(postgres.ownerUrl, (owner) => tablesWith(owner, canary))
  expect(await readdir(dataDir)).not.toContain('restoring')
  const counts = await askDatabase(postgres.ownerUrl, (owner) =>
    owner.query<{ user_id: string }>('select user_id from credential where user_id = any($1)', [[gone.id, stays.id]]),
  )
  expect(counts.rows).toEqual([{ user_id: stays.id }])
  const { rows: documents } = await askDatabase(postgres.ownerUrl, (owner) =>
    owner.query<{ sha256: string }>('select sha256 from document'),
  )
  const app = withDemoPeople(
    await startTestApp(
      { dataDir, secretsDir },
      { ...postgres, superuserUrl: postgres.url, drop: async () => undefined },
    ),
  )
  closing.push(app.close)
  expect((await filesOf(app)).kept.sort()).toEqual(documents.map(({ sha256 }) => sha256).sort())
  await app.context.caughtUp(await app.context.log.head())
  expect([await kept(gone.canary), await kept(stays.canary)]).toEqual([
    [],
    ['comment', 'comment_history', 'patient', 'transaction_return', 'transaction_return_history', 'user_account'],
  ])
  const types = (await app.context.log.read(`user-${gone.id}`)).map(({ event }) => event.type)
  expect(types.at(-1)).toBe('UserErased')
  expect([await signInTo(app, gone.email), await signInTo(app, stays.email)]).toEqual([401, 200])
  const verified = await runCommand('verify', { DATA_DIR: dataDir, SECRETS_DIR: secretsDir })
  expect([verified.code, verified.said]).toEqual([0, expect.stringContaining('GREEN')])
})

test('data of older tables are restored with keys of newer ones', async () => {
  const database = await emptyDatabase()
  closing.push(database.drop)
  const owner = createPool(database.ownerUrl, { name: 'test', patience: 'hours', max: 1 })
  await installPostgresLog(owner, APP)
  await migrate(database.ownerUrl, APP, undefined, MIGRATIONS.at(-2))
  await owner.query(`insert into short_code (kind, year, next) values ('TRX', 2026, 7)`)
  const options = {
    ...database,
    dataDir: demo.dataDir,
    secretsDir,
    places: placesIn(await folder('older')),
    keysOnly: false,
  }
  await makeBackup(options)
  await migrate(database.ownerUrl, APP)
  await owner.query(`insert into person_key (person_id, destroyed_at) values ('somebody', now())`)
  await makeBackup({ ...options, keysOnly: true })
  await owner.end()
  const target = await nowhere()
  await restoreBackup({
    ...{ places: options.places, dataDir: target.dataDir, secretsDir },
    openDatabases: async () => target.database,
  })
  const counts = `select (select next from short_code) as next, (select person_id from person_key) as person,
    (select max(name) from kysely_migration) as migration`
  const { rows } = await askDatabase(target.database.ownerUrl, (restored) => restored.query(counts))
  expect(rows).toEqual([{ next: '7', person: 'somebody', migration: MIGRATIONS.at(-1) }])
})
