import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { placeOfFinding } from '#commands/integrity/places.ts'
import { allocationOf, POOL, walletOf } from '#domain/kernel/accounts.ts'
import { openOperator } from '#tests/api/integrity/operator.ts'
import { CONSULTATION, OTHER, OWN, patientWith } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { plant, type Planted, WRONGS } from '#tests/support/planted.ts'
import { healthOf } from './health-of.ts'

/*
 * Somebody with the app's own role in the database appends to the log past the portal. Each test plants more, as nothing
 * that was appended goes away.
 */
let demo: DemoApp
let giver: Caller
let auditor: Caller
let staff: Caller
/** Who were there before anything was planted: from then on the ledger stands still. */
let patients: readonly string[]
beforeAll(async () => {
  demo = await startDemoApp()
  giver = await demo.as('FUND_ADMIN')
  auditor = await demo.as('AUDITOR')
  staff = await demo.as('COE_STAFF')
  patients = [await patientWith(demo, 5_000_00), await patientWith(demo, 50_000_00)]
})
afterAll(() => demo.end())

const head = () => demo.context.eventLog.head()
const put = (stream: string, planted: Planted) => plant(demo.context.eventLog, stream, planted)
const credit = (amount: number): Planted => ({
  type: 'WalletCredited',
  data: { transferId: 'theft', amount, counterAccount: 'benefactors', by: 'thief', at: '2026-11-22T09:00:00.000Z' },
})
const bill = (patientId: string) =>
  staff.post('/api/coestaff/billings', { patient_id: patientId, services: [{ service_id: CONSULTATION, quantity: 1 }] })
const proof = async (account: string) =>
  (await auditor.get(`/api/ledger/accounts/${account}/proof`)).json<{ data: object }>().data
/** From the first reader on nothing is written, until an operator has decided; the event is there all the same. */
async function decided(position: number): Promise<void> {
  const { integrity } = demo.context
  await expect.poll(() => integrity.open().map((one) => one.position), { timeout: 60_000 }).toEqual([position])
  await integrity.look()
  const operator = await openOperator(demo.database.appUrl, demoSecrets(inject('runDir')))
  expect(await operator.open(integrity.open().map(placeOfFinding))).toMatchObject({ outcome: 'opened' })
  await operator.end()
  await integrity.look()
  expect(integrity.open()).toEqual([])
}

const NEED_MONEY = ['account', 'account_kind', 'posting']

test('forged money is nobody’s: what needs it stands still, everybody is told where, and by decision it is left out', async () => {
  const [thief = '', other = ''] = patients
  const stream = `wallet-${walletOf(thief)}`
  const before = await head()
  const { id, position } = await put(stream, credit(90_000_000_00))

  await expect.poll(async () => (await healthOf(demo)).status, { timeout: 60_000 }).toBe('red')
  await expect
    .poll(async () => (await healthOf(demo)).read_models.filter(({ state }) => state === 'stopped').length)
    .toBe(NEED_MONEY.length)
  const health = await healthOf(demo)
  expect(health.read_models.filter(({ state }) => state === 'stopped').map(({ name }) => name)).toEqual(NEED_MONEY)
  for (const says of health.says.filter((one) => one.includes('stopped at position')))
    expect(says).toContain(`the event at position ${position} failed a check`)
  expect(JSON.stringify(health)).not.toContain(thief)

  expect((await bill(other)).statusCode).toBe(503)
  // The proof names the place; of other wallets, where the read models stand still.
  expect(await proof(walletOf(thief))).toMatchObject({ holds: false, difference: { position, what: 'who wrote it' } })
  expect(await proof(POOL)).toMatchObject({
    holds: false,
    difference: { position, what: 'read model', found: expect.stringContaining('was not written by the portal') },
  })
  // Of the streams that no command can read anybody is told the kind, and who may read the ledger which they are.
  const said = async () => (await healthOf(demo)).says.filter((one) => one.startsWith('commands cannot read'))
  await expect.poll(said, { timeout: 60_000 }).toEqual([expect.stringContaining(`wallet (position ${position})`)])
  expect((await auditor.get('/api/integrity')).json()).toMatchObject({
    data: { unread_streams: [{ stream, position }] },
  })
  await decided(position)
  await expect.poll(said, { timeout: 60_000 }).toEqual([])

  // It is left out: of what commands decide on, of what is shown, and of what is proved.
  const refused = await bill(thief)
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    422,
    'Patient does not have enough funds',
  ])
  await giver.post('/api/pool/credit', { benefactor: 'A bank', credit: '1000.00' })
  await giver.post(`/api/coes/${OWN}/allocation`, { amount: '1000.00' })
  const given = await giver.post(`/api/patients/${thief}/fund`, { amount: '1000.00' })
  expect([given.statusCode, given.body]).toEqual([200, expect.any(String)])
  expect((await bill(other)).statusCode).toBe(200)
  const states = async () => (await healthOf(demo)).read_models.map(({ state }) => state)
  await expect.poll(async () => new Set(await states()), { timeout: 60_000 }).toEqual(new Set(['live']))
  expect(await proof(walletOf(thief))).toMatchObject({ holds: true, left_out: [{ position }] })
  expect(await proof(POOL)).toMatchObject({ holds: true, left_out: [] })
  // The past is there, and so is the event as it stands.
  const past = await auditor.get(`/api/ledger/accounts/${walletOf(thief)}?as_of_position=${before}`)
  expect(past.json()).toMatchObject({ data: { balance: '5000.00' } })
  const shown = await auditor.get(`/api/ledger/events/${id}?stream=${encodeURIComponent(stream)}`)
  expect(shown.statusCode, shown.body).toBe(200)
  expect(shown.json()).toMatchObject({
    data: { position, hash_holds: false, wrong: expect.stringContaining('It is excluded and does not count') },
  })
})

test.each(Object.entries(WRONGS))(
  '%s: an allocation whose receiver holds it is refused in words before its debit',
  async (_, wrong) => {
    const stream = `wallet-${allocationOf(OTHER)}`
    await giver.post('/api/pool/credit', { benefactor: 'A bank', credit: '100.00' })
    const { id, position } = await put(stream, { ...credit(1_00), wrong })
    const allocate = async () => {
      const before = await head()
      const answer = await giver.post(`/api/coes/${OTHER}/allocation`, { amount: '10.00' })
      expect(answer.statusCode, answer.body).toBe(503)
      // Of the event, or, where another reader was first, that nothing is written.
      expect(answer.json<{ message: string }>().message).toMatch(
        /failed a check \(log position \d+\)|are being checked/,
      )
      expect(await head()).toBe(before)
    }
    await allocate()
    await decided(position)
    const after = await giver.post(`/api/coes/${OTHER}/allocation`, { amount: '10.00' })
    expect(after.statusCode, after.body).toBe(200)
    const shown = await auditor.get(`/api/ledger/events/${id}?stream=${encodeURIComponent(stream)}`)
    expect(shown.json()).toMatchObject({ data: { hash_holds: false, wrong: expect.any(String) } })
    // The read models go on as soon as their driver looks again.
    await expect.poll(() => proof(allocationOf(OTHER)), { timeout: 60_000 }).toMatchObject({ holds: true })
    const own = await giver.post(`/api/coes/${OWN}/allocation`, { amount: '10.00' })
    expect(own.statusCode, own.body).toBe(200)
  },
)

test('a bill of which an event does not hold still shows what does, and says so in its history', async () => {
  const { id } = (await bill(patients[1] ?? '')).json<{ data: { id: string } }>().data
  const finance = await demo.as('FINANCE')
  await expect.poll(async () => (await finance.get(`/api/transactions/${id}`)).statusCode).toBe(200)
  const wrong = WRONGS['data that are no JSON']
  const { position } = await put(`transaction-${id}`, { type: 'TransactionPaymentInitiated', data: {}, wrong })
  await decided(position)
  const detail = await finance.get(`/api/transactions/${id}`)
  expect(detail.statusCode, detail.body).toBe(200)
  const { history } = detail.json<{ data: { history: { position: number; what: string; why: string }[] } }>().data
  expect(history[0]).toMatchObject({
    position,
    what: 'An event that failed a check. It is excluded and does not count.',
    why: expect.stringContaining('An operator decided so'),
  })
  expect(history.length).toBeGreaterThan(2)
})

test('a forged erasure erases nobody', async () => {
  const { userId } = personOf('PATIENT', 2)
  const { pool } = demo.context
  const person = async () =>
    (await pool.query<{ first_name: string }>('select first_name from user_account where id = $1', [userId])).rows
  const before = await person()
  const at = '2026-11-22T09:00:00.000Z'
  const { position } = await put(`user-${userId}`, {
    type: 'UserErased',
    data: { userId, reason: 'x', by: 'thief', at },
  })
  const state = async () => (await healthOf(demo)).read_models.find(({ name }) => name === 'user_account')?.state
  await expect.poll(state, { timeout: 60_000 }).toBe('stopped')
  expect(await person()).toEqual(before)
  const { rows } = await pool.query(
    `select (select count(*) from erased_person where person_id = $1)::int as erased,
            (select count(*) from person_key where person_id = $1 and wrapped_key is not null)::int as keys`,
    [userId],
  )
  expect(rows).toEqual([{ erased: 0, keys: 1 }])
  expect((await healthOf(demo)).says).toContainEqual(expect.stringContaining(`position ${position} failed a check`))
  await decided(position)
  await expect.poll(state, { timeout: 60_000 }).toBe('live')
  expect(await person()).toEqual(before)
})
