import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepHouse } from '#api/housekeeping.ts'
import { RESTORED_NOTE } from '#api/people/erasure/restored-note.ts'
import { hashOf } from '#api/idempotency/request-hash.ts'
import { loadSecrets } from '#api/secrets.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { postgresRows } from '#commands/log/verify/rows.ts'
import { verifyLog } from '#commands/log/verify/verify.ts'
import { allEvents } from '#domain/events.ts'
import { factsOf } from '#domain/kernel/event-table.ts'
import { readModels } from '#projections/read-models.ts'
import { rebuild } from '#projections/rebuild.ts'
import { APP } from '#scripts/postgres/roles.ts'
import { ministryOf } from '#tests/api/money/payments/ministry.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { filesWith, hasCanary, tablesWith } from '#tests/support/canaries.ts'
import { runCommand } from '#tests/support/command-program.ts'
import { databaseFrom, type TestDatabase } from '#tests/support/database.ts'
import { type DemoApp, personOf, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { filesOf } from '#tests/support/upload.ts'
import { PASSWORD, type Planted, plant } from './planted.ts'

/** Who is erased, and who is not: what is true of the one must be false of the other, so that no look is blind. */
const [GONE, STAYS] = ['zzgone', 'zzstays']

let secretsDir: string
let now = Date.now()
let said = ''
const options = {
  now: () => now,
  roles: { api: true, projections: true, processes: false },
  logger: { level: 'trace', stream: { write: (line: string) => void (said += line) } },
}

let demo: DemoApp
let backup: TestDatabase
let [gone, stays] = [] as unknown as [Planted, Planted]
const opened: TestApp[] = []
beforeAll(async () => {
  const first = await startDemoApp(options)
  const ministry = await ministryOf(first, await first.app.listen({ host: '127.0.0.1', port: 0 }))
  gone = await plant(ministry, GONE)
  stays = await plant(ministry, STAYS)
  await first.context.caughtUp(await first.context.log.head())
  // A copy of what stands now, as a backup is, and the portal goes on.
  await first.close()
  const { pathname } = new URL(first.database.ownerUrl)
  backup = await databaseFrom(pathname.slice(1))
  secretsDir = demoSecretsOf(first.dataDir)
  demo = withDemoPeople(await startTestApp({ ...options, dataDir: first.dataDir, secretsDir }, first.database))
}, 300_000)
afterAll(async () => {
  for (const one of opened) await one.end()
  await demo.end()
})

/** Beside the data folders of the run. */
const demoSecretsOf = (dataDir: string) => join(dataDir, '..', 'demo-secrets')

const client = async <T>(database: TestDatabase, look: (one: pg.Client) => Promise<T>): Promise<T> => {
  const one = new pg.Client(database.superuserUrl)
  await one.connect()
  return look(one).finally(() => one.end())
}
const tablesOf = (database: TestDatabase, canary: string) => client(database, (one) => tablesWith(one, canary))

/** What a decoded log says of somebody: the personal fields that hold their word, as `Type.field`. */
async function saidInLog({ context }: TestApp, { id, canary }: Planted): Promise<readonly string[]> {
  const fields = new Set<string>()
  const head = await context.log.head()
  const stop = new AbortController()
  for await (const { events, position } of context.log.follow(0, stop.signal)) {
    for (const { event } of events) {
      const data: Record<string, unknown> = { ...Object(event.data) }
      for (const { name, of } of factsOf(allEvents[event.type] ?? never()).personal) {
        if (data[of] === id && hasCanary(JSON.stringify(data[name] ?? null), canary))
          fields.add(`${event.type}.${name}`)
      }
    }
    if (position >= head) stop.abort()
  }
  return [...fields].sort()
}

/** Every personal field of every event, but for those in which no word can stand. */
const NO_WORDS = [
  'PatientInformationRecorded.ailmentStage',
  'UserProfileChanged.dateOfBirth',
  'UserRegistered.dateOfBirth',
]
const EVERY_FIELD = Object.entries(allEvents)
  .flatMap(([type, schema]) => factsOf(schema).personal.map(({ name }) => `${type}.${name}`))
  .filter((field) => !NO_WORDS.includes(field))
  .sort()

/** What those who may see everything are answered about somebody, and every list and export that there is. */
async function answers({ bill, chfId, canary, id }: Planted): Promise<string> {
  const all: string[] = []
  for (const role of ['SUPER_ADMIN', 'AUDITOR', 'COE_STAFF', 'COE_ADMIN'] as const) {
    const caller = await demo.as(role)
    const [requested] = await demo.context.eventLog.read(`transaction-${bill.id}`)
    const stream = `user-${id}`
    const [registered] = await demo.context.eventLog.read(stream)
    for (const url of [
      `/api/transactions/${bill.id}`,
      `/api/transactions/${bill.id}/dispute/comments`,
      `/api/ledger/events/${requested?.id}?stream=transaction-${bill.id}`,
      `/api/ledger/events/${registered?.id}?stream=${stream}`,
      `/api/ledger/accounts/patient:${id}`,
      `/api/ledger/wallets?search=${chfId}`,
      `/api/ledger/wallets?search=${canary}`,
      `/api/coestaff/patient/${chfId}`,
      `/api/coestaff/patient/${canary}-first`,
      `/api/analytics`,
    ])
      all.push((await caller.get(url)).body)
  }
  return all.join('\n')
}

const CSVS = ['/api/transactions/csv', '/api/ledger/accounts/csv', '/api/fundings/csv', '/api/ledger/trial-balance/csv']
async function exports(): Promise<readonly string[]> {
  const auditor = await demo.as('AUDITOR')
  await demo.context.pool.query('delete from call_count')
  const made: string[] = []
  for (const url of CSVS) {
    const answer = await auditor.get(url)
    expect([url, answer.statusCode]).toEqual([url, 200])
    made.push(answer.body)
    const manifest = await auditor.get(`/api/exports/${String(answer.headers['x-export-id'])}`)
    expect(hasCanary(manifest.body, GONE)).toBe(false)
  }
  return made
}

async function verified() {
  const pool = demo.context.pool
  const sealKeys = (await loadSecrets(secretsDir)).sealKeys.all()
  const { eventKeys } = demo.context
  return verifyLog({
    rows: postgresRows(pool),
    sealKeys,
    eventKeys,
    sealFile: sealFileIn(join(demo.dataDir, 'seals')),
  })
}

/** The tables that hold what is said about somebody. */
const IN_TABLES = [
  ...['comment', 'comment_history', 'patient', 'session'],
  ...['transaction_return', 'transaction_return_history', 'user_account'],
]

test('what is planted is everywhere it can be', async () => {
  for (const person of [gone, stays]) {
    expect(await saidInLog(demo, person)).toEqual(EVERY_FIELD)
    expect(await tablesOf(demo.database, person.canary)).toEqual(IN_TABLES)
    expect(hasCanary(await answers(person), person.canary)).toBe(true)
    expect(await rowsOf(person)).toEqual(ROWS)
  }
})

/** What was planted of each. */
const ROWS = {
  session: 1,
  credential: 1,
  second_factor_step: 1,
  product_order: 1,
  request_key: 1,
  notices_read: 1,
  document: 5,
}

/** How many rows plain tables have of somebody. */
async function rowsOf({ id }: Planted): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table, where] of Object.entries({
    session: 'user_id = $1',
    credential: 'user_id = $1',
    second_factor_step: 'user_id = $1',
    product_order: 'patient_id = $1',
    request_key: 'caller = $1',
    notices_read: 'user_id = $1',
    document: `person_id = $1 and state <> 'cleared'`,
  })) {
    const value = table === 'request_key' ? await callerHashOf(id) : id
    const { rowCount } = await demo.context.pool.query(`select from ${table} where ${where}`, [value])
    counts[table] = rowCount ?? 0
  }
  return counts
}
const callerHashOf = async (id: string): Promise<Buffer> =>
  hashOf((await loadSecrets(secretsDir)).commandSecret, 'caller', id)

test('erased, nothing of one person is left anywhere, and everything of the other', { timeout: 300_000 }, async () => {
  const before = { exports: await exports(), verified: await verified() }
  const tries = async () => (await demo.context.pool.query('select from sign_in_try')).rowCount
  expect(await tries()).toBe(2)

  const env = {
    ...{ DATA_DIR: demo.dataDir, SECRETS_DIR: secretsDir },
    ...{ DATABASE_URL: demo.database.appUrl, DATABASE_OWNER_URL: demo.database.ownerUrl },
  }
  const official = ['--person', personOf('COE_STAFF').userId, '--by', 'officer-1', '--reason', 'Request 11'] as const
  expect(await runCommand('erase', env, ...official)).toEqual({
    code: 1,
    said: expect.stringContaining('Not erased: Staff of the fund or a hospital cannot be erased'),
  })
  expect((await runCommand('erase', env, '--person', gone.chfId)).code).toBe(2)
  const asked = ['--person', gone.chfId, '--by', 'officer-1', '--reason', 'Request 12'] as const
  // Past the portal their numbers are swapped, and put back: nobody is erased for another.
  const swap = () =>
    demo.context.pool.query(
      `update patient_place set chf_id = case when chf_id = $1 then $2 else $1 end where chf_id in ($1, $2)`,
      [gone.chfId, stays.chfId],
    )
  await swap()
  expect(await runCommand('erase', env, ...asked)).toEqual({
    code: 1,
    said: expect.stringContaining(`Not erased: ${gone.chfId} is not what the log calls that patient`),
  })
  await swap()
  const { code, said: told } = await runCommand('erase', env, ...asked)
  expect([code, told]).toEqual([0, expect.stringContaining('Erased.')])
  expect((await runCommand('erase', env, ...asked)).code).toBe(0)
  const { context } = demo
  await context.caughtUp(await context.log.head())
  // This process had the key in memory, and asks for it again.
  now += 31_000

  const look = async () => {
    expect(await tablesOf(demo.database, GONE)).toEqual([])
    expect(await tablesOf(demo.database, STAYS)).toEqual(IN_TABLES)
    expect([await saidInLog(demo, gone), await saidInLog(demo, stays)]).toEqual([[], EVERY_FIELD])
    expect(hasCanary(await answers(gone), GONE)).toBe(false)
    expect(hasCanary(await answers(stays), STAYS)).toBe(true)
    for (const canary of [GONE, STAYS]) expect(await filesWith(demo.dataDir, canary)).toEqual([])
    expect(said.length).toBeGreaterThan(10_000)
    expect(said.split('\n').filter((line) => hasCanary(line, GONE) || hasCanary(line, STAYS))).toEqual([])
  }
  await look()
  const none = Object.fromEntries(Object.keys(ROWS).map((table) => [table, 0]))
  expect([await rowsOf(gone), await rowsOf(stays)]).toEqual([none, ROWS])
  expect(await tries()).toBe(1)

  // Money and hashes stay, to the byte.
  expect(await exports()).toEqual(before.exports)
  const verification = await verified()
  expect(verification.differences).toEqual([])
  expect(verification.money.trialBalance).toBe(before.verified.money.trialBalance)
  expect(verification.money).toEqual(before.verified.money)

  // Files: theirs are gone, the others' open, and nobody signs in as somebody who is erased.
  const [staff, auditor] = [await demo.as('COE_STAFF'), await demo.as('AUDITOR')]
  for (const id of gone.documents) expect((await staff.get(`/api/documents/${id}`)).statusCode).toBe(404)
  const [attached = ''] = stays.documents
  expect((await auditor.get(`/api/documents/${attached}`)).rawPayload.equals(stays.content)).toBe(true)
  const { rows: kept } = await context.pool.query<{ sha256: string }>('select sha256 from document')
  expect((await filesOf(demo)).kept.sort()).toEqual(kept.map(({ sha256 }) => sha256).sort())
  expect(kept).toHaveLength(5)
  const signIn = (email: string) =>
    demo.app.inject({ method: 'POST', url: '/api/login', payload: { email, password: PASSWORD } })
  expect([(await signIn(gone.email)).statusCode, (await signIn(stays.email)).statusCode]).toEqual([401, 200])
  await context.pool.query('delete from session where user_id = $1 and created_at = $2', [stays.id, new Date(now)])

  // Built anew, every read model comes out so too.
  const { ownerUrl } = demo.database
  const { failed } = await rebuild({ log: context.log, models: readModels, ownerUrl, appRole: APP })
  expect(failed).toEqual(new Map())
  await look()
})

test('a copy from before is erased again by the keys, which are kept apart from it', { timeout: 300_000 }, async () => {
  expect(await tablesOf(backup, GONE)).toEqual(IN_TABLES)
  const { rows: keys } = await demo.context.pool.query('select * from person_key')
  await client(backup, async (one) => {
    await one.query('delete from person_key')
    for (const row of keys)
      await one.query('insert into person_key values ($1, $2, $3, $4, $5)', [
        ...[row.person_id, row.wrapped_key, row.created_at, row.destroyed_at, row.destroyed_mac],
      ])
  })
  const restored = await startTestApp({ ...options, secretsDir }, backup)
  opened.push(restored)
  // Whatever it is asked before, the log cannot be read.
  expect([await saidInLog(restored, gone), await saidInLog(restored, stays)]).toEqual([[], EVERY_FIELD])
  // The documents come with the copy; here there are none.
  await mkdir(join(restored.dataDir, 'documents', 'drafts'), { recursive: true })
  // As a restore leaves it, and by hand behind one of other means.
  await writeFile(join(restored.dataDir, RESTORED_NOTE), '')
  await keepHouse(restored.context, new AbortController().signal)
  expect(await restored.context.restored.isThere()).toBe(false)
  expect(await tablesOf(backup, GONE)).toEqual([])
  expect(await tablesOf(backup, STAYS)).toEqual(IN_TABLES)
  const types = (await restored.context.log.read(`user-${gone.id}`)).map(({ event }) => event.type)
  expect(types.at(-1)).toBe('UserErased')
})

function never(): never {
  throw new Error('An event without a schema')
}
