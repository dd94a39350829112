import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { loadSecrets, type Secrets } from '#api/secrets.ts'
import { createPool } from '#commands/postgres.ts'
import { findingId, findingOf } from '#commands/integrity/finding.ts'
import { keepFindings, readFindings } from '#commands/integrity/finding-store.ts'
import { placeOfFinding } from '#commands/integrity/places.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { eventKeysFrom } from '#commands/log/event-mac.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { POOL } from '#domain/kernel/accounts.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { verified } from '#tests/api/verify/verified.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type DemoApp, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { plant } from '#tests/support/planted.ts'
import { openOperator } from './operator.ts'

// Somebody with the app's role of the database writes among the findings of a portal, and an operator decides about what is listed.
let demo: DemoApp
let pool: pg.Pool
let secrets: Secrets
let operator: Awaited<ReturnType<typeof openOperator>>
const reports: string[] = []

beforeAll(async () => {
  demo = await startDemoApp({ checkShare: 1, report: (message) => reports.push(message) })
  const secretsDir = demoSecrets(inject('runDir'))
  secrets = await loadSecrets(secretsDir)
  pool = createPool(demo.database.appUrl, { name: 'test', patience: 'batch', max: 2, types: logTypes })
  operator = await openOperator(demo.database.appUrl, secretsDir)
})
afterEach(async () => {
  await pool.query('delete from integrity_finding')
  await demo.context.integrity.look()
  expect(open()).toEqual([])
})
afterAll(async () => {
  await operator.end()
  await pool.end()
  await demo.end()
})

const open = (portal = demo) => portal.context.integrity.open()
const credit = async (portal = demo) =>
  (await portal.as('FUND_ADMIN')).post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' })
const insert = (values: string) =>
  pool.query(
    `insert into integrity_finding (id, position, through, stream, checked, expected, found, found_by, found_at)
     values ${values}`,
  )

/** All of the log was checked behind what is found. */
async function checked(): Promise<void> {
  const since = async () =>
    (await pool.query<{ since: Date | null }>('select since from integrity_check')).rows[0]?.since?.getTime() ?? 0
  const first = Math.min(...open().map(({ foundAt }) => Date.parse(foundAt)))
  await expect.poll(since, { timeout: 120_000 }).toBeGreaterThan(first)
}

test('a row among the findings decides nothing in advance: it is none, and is said', async () => {
  expect((await credit()).statusCode).toBe(200)
  while (!(await demo.context.caughtUp(await demo.context.eventLog.head())));
  const { rows } = await pool.query<{ balance: string }>('select balance from account where account = $1', [POOL])
  const balance = Number(rows[0]?.balance)
  const theft = 100_000_000_000
  const cell = { row: { table: 'account', key: POOL, column: 'balance' }, check: 'read model account' }
  const id = findingId({ ...cell, position: 1, expected: `${balance}`, found: `${balance + theft}` })
  await insert(`('${id}', 32, 32, null, 'document', 'a draft of 12 KB', 'a draft of 11 KB', 'nightly', now())`)
  await demo.context.integrity.look()
  expect([open(), reports.filter((line) => line.includes('1 row that no process'))]).toEqual([[], [expect.anything()]])
  const { status, says } = await healthOf(demo)
  expect(says).toContainEqual(expect.stringContaining('1 row not written by the portal'))
  expect(status).toBe('amber')
  expect(await operator.open([{ from: 32, to: 32 }])).toMatchObject({
    ...{ outcome: 'refused', left: [], foreign: [{ id, says: expect.stringContaining('a draft of 12 KB') }] },
  })

  const change = (by: number) => pool.query('update account set balance = balance + $2 where account = $1', [POOL, by])
  await change(theft)
  const { differences, decided } = await verified(demo, { pool, secrets })
  await change(-theft)
  expect([differences.map(findingId), decided]).toEqual([expect.arrayContaining([id]), []])
  expect((await credit()).statusCode).toBe(200)
})

test('a finding that was changed, or is about something else than its name, is none', async () => {
  const found = findingOf({ position: 7, check: 'document', expected: 'one', found: 'another' }, 'nightly', 'a time')
  await demo.context.integrity.found([found], 'nightly')
  expect(open()).toHaveLength(1)
  await pool.query(`update integrity_finding set found = 'a third'`)
  await demo.context.integrity.look()
  expect([open(), demo.context.integrity.foreign()]).toEqual([[], 1])
})

test('what a rebuild makes anew is never taken as it stands: a decision opens the portal until it is found again', async () => {
  const wrong: Difference = {
    ...{ position: 9, through: 9, check: 'read model account', expected: '1', found: '2' },
    row: { table: 'account', key: 'patient:x', column: 'balance' },
  }
  const document: Difference = { position: 9, check: 'document', expected: '12 KB', found: '11 KB' }
  await demo.context.integrity.found([wrong, document], 'nightly')
  const before = Date.now()
  const thief = await pool.connect()
  await thief.query('create temporary table kept_away as table integrity_finding')
  const opened = await operator.open([{ from: 9, to: 9 }])
  expect(opened).toMatchObject({ outcome: 'opened' })
  expect([...opened.forNow].map(({ check }) => check)).toEqual(['read model account'])
  await expect.poll(open, { timeout: 60_000 }).toEqual([])
  expect((await credit()).statusCode).toBe(200)
  // Nor is a row that somebody has kept and puts back, genuine as it is: nothing was found once more.
  await thief.query('insert into integrity_finding table kept_away')
  thief.release()
  await demo.context.integrity.look()
  expect(open()).toEqual([])
  expect((await pool.query('select from integrity_finding')).rowCount).toBe(0)
  // Of a check that had begun before, it is no news; of any other it is.
  await demo.context.integrity.found([wrong], 'nightly', before)
  expect(open()).toEqual([])
  await demo.context.integrity.found([wrong, document], 'nightly')
  expect(open().map(({ check }) => check)).toEqual(['read model account'])
})

test('while somebody keeps the table to himself, health says that nobody knows what was found', async () => {
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table integrity_finding in access exclusive mode')
  const isSaid = async () =>
    (await healthOf(demo)).says.some((one) => one.includes('the findings of other processes cannot be read'))
  await expect.poll(isSaid, { timeout: 60_000 }).toBe(true)
  expect((await healthOf(demo)).status).toBe('red')
  await holder.query('rollback')
  holder.release()
  await expect.poll(isSaid, { timeout: 60_000 }).toBe(false)
})

test('nobody decides about events to come: forged at places that were named they are found, and left out', async () => {
  const head = await demo.context.eventLog.head()
  const found = `another's MAC under the name of key ${secrets.eventKeys.current.id}`
  const expected = 'an event that a process of the portal wrote'
  const to = Array.from({ length: 19 }, (_, n): Difference => ({
    ...{ position: head + 2 + n, stream: `wallet-${POOL}`, check: 'MAC', expected, found },
  }))
  // By whoever has only the database, and as if a process itself had found them.
  const rows = to.map(
    (one) => `('${findingId(one)}', ${one.position}, null, null, 'document', 'a draft', 'a draft', 'nightly', now())`,
  )
  await insert(rows.join(', '))
  await demo.context.integrity.look()
  expect([open(), demo.context.integrity.foreign()]).toEqual([[], 19])
  await demo.context.integrity.found(to, 'reader')
  await checked()
  const opened = await operator.open([{ from: head + 2, to: head + 20 }])
  expect([opened.outcome, opened.forNow.size]).toEqual(['opened', 19])
  await expect.poll(open, { timeout: 60_000 }).toEqual([])

  const at = '2026-11-22T09:00:00.000Z'
  const theft = { transferId: 'theft', amount: 90_000_000_00, counterAccount: 'benefactors', by: 'thief', at }
  const { position } = await plant(demo.context.eventLog, `wallet-${POOL}`, { type: 'WalletCredited', data: theft })
  expect(to.map((one) => one.position)).toContain(position)
  expect((await credit()).statusCode).toBe(503)
  expect((await verified(demo, { pool, secrets })).differences).toContainEqual(
    expect.objectContaining({ position, check: 'MAC' }),
  )
  await checked()
  const again = await operator.open(open().map(placeOfFinding))
  expect(again).toMatchObject({ outcome: 'opened', effect: { leftOut: [{ position }] } })
  await expect.poll(open, { timeout: 60_000 }).toEqual([])
  expect((await credit()).statusCode).toBe(200)
})

test('rows that nobody can read are in no finding’s way: not of one that runs, of a start, nor of a decision', async () => {
  const real: Difference = { position: 11, check: 'document', expected: '12 KB', found: '11 KB' }
  const { id } = findingOf(real, 'reader', '')
  await insert(
    [
      `('a', 5, null, null, 'document', 'one', 'another', 'nightly', 'infinity')`,
      `('b', 9000000000000000000, null, null, 'document', 'one', 'another', 'nightly', now())`,
      `('c', 20, 12, null, 'document', 'one', 'another', 'nightly', now())`,
      `('d', 5, null, null, repeat('x', 201), 'one', E'\\x1b[2K\\x1b[1A', 'nightly', now())`,
      `('', 5, null, null, 'document', repeat('x', 100000), 'another', 'nobody', '')`,
      `('${id}', 5, null, null, 'document', 'one', 'another', 'nightly', now())`,
    ].join(', '),
  )
  await pool.query(
    `insert into integrity_finding select 'z' || n, n, null, null, 'document', 'one', 'another', 'nightly', now(),
            '{', $1, repeat('0', 64) from generate_series(1, 1500) n`,
    [secrets.eventKeys.current.id],
  )
  await demo.context.integrity.look()
  expect([open(), demo.context.integrity.foreign()]).toEqual([[], 1_000])
  const kept = async () => (await pool.query('select from integrity_finding')).rowCount
  expect(await kept()).toBe(1_000)
  await demo.context.integrity.found([real], 'reader')
  expect((await pool.query('select from integrity_finding where id = $1 and mac is not null', [id])).rowCount).toBe(1)

  const roles = { api: true, projections: false, processes: false }
  const secretsDir = demoSecrets(inject('runDir'))
  const other = withDemoPeople(await startTestApp({ secretsDir, dataDir: demo.dataDir, roles }, demo.database))
  try {
    expect(open(other)).toMatchObject([real])
    expect((await credit(other)).statusCode).toBe(503)
    await checked()
    expect(await operator.open([{ from: 11, to: 11 }])).toMatchObject({ outcome: 'opened' })
    for (const portal of [demo, other]) await expect.poll(() => open(portal), { timeout: 60_000 }).toEqual([])
    expect([await kept(), (await credit(other)).statusCode]).toEqual([0, 200])
  } finally {
    await other.close()
  }
})

test('whatever is found, by whatever somebody wrote, is kept as found and can be decided about', async () => {
  const texts = [
    '',
    '\0',
    '\ud800',
    '\ufffd',
    '\x1b[2K\u202e\n',
    'é'.repeat(1_001),
    'x'.repeat(100_000),
    `${'y'.repeat(999)}😀`,
  ]
  const numbers = [Number.NaN, 1.5, -7, 1e300, -1e300, Number.MAX_SAFE_INTEGER]
  const wrong = [
    ...texts.map((text, n): Difference => ({
      ...{ position: n + 1, stream: text, check: text, expected: text, found: text },
      row: { table: text, key: text, column: text },
    })),
    ...texts.map((text): Difference => ({ position: 1, check: text, expected: `${text}.`, found: text })),
    ...numbers.map((position, n): Difference => ({ position, check: `n ${n}`, expected: '', found: '' })),
    ...numbers.map((through, n): Difference => ({ position: 3, through, check: `t ${n}`, expected: '', found: '' })),
  ]
  await demo.context.integrity.found(wrong, 'reader')
  await demo.context.integrity.look()
  expect([new Set(open().map(({ id }) => id)).size, demo.context.integrity.foreign()]).toEqual([wrong.length, 0])
  expect(new Set(open().map(({ id }) => id))).toEqual(new Set(wrong.map(findingId)))
  await checked()
  expect(await operator.open(open().map(placeOfFinding))).toMatchObject({ outcome: 'opened' })
  await expect.poll(open, { timeout: 60_000 }).toEqual([])
})

test('of two texts that are too long each is found by itself', () => {
  const longs = ['a', 'b'].map((end) =>
    findingId({ position: 1, check: 'x', expected: '', found: 'x'.repeat(5_000) + end }),
  )
  expect(new Set(longs).size).toBe(2)
})

test('what was found under a key that was taken into use since, or under an older one, is read', async () => {
  const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const late = eventKeysFrom([older], async () => [older, newer])
  const other = eventKeysFrom([older, newer])
  const wrong: Difference = { position: 1, check: 'document', expected: '12 KB', found: '11 KB' }
  const at = '2026-11-22T09:00:00.000Z'
  const [first, second] = [findingOf(wrong, 'reader', at), findingOf({ ...wrong, position: 2 }, 'nightly', at)]
  await keepFindings(pool, late, [first])
  await keepFindings(pool, other, [second])
  expect(await readFindings(pool, late)).toEqual({ findings: [first, second], foreign: [] })
  expect(await readFindings(pool, other)).toEqual({ findings: [first, second], foreign: [] })
})
