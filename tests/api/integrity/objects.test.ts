import { afterAll, beforeAll, expect, test } from 'vitest'
import { MatchingPreview } from '#api/money/contracts/matching.ts'
import { StepOutcomes } from '#api/money/contracts/payment.ts'
import { handle, load } from '#commands/handle.ts'
import { allocationOf } from '#domain/kernel/accounts.ts'
import { user } from '#domain/people/user/user.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { command } from '#tests/support/command.ts'
import { type Caller, personOf } from '#tests/support/demo-app.ts'
import { CONSULTATION } from '#tests/api/money/billing/hospital.ts'
import { rowSays, type SaysElse } from './row-says.ts'
import { type Bill, giveBack, type Ministry, startMinistry, STEP_PATHS } from '#tests/api/money/payments/ministry.ts'

// Somebody with the database's app role changes a row for as long as a call takes, and has the portal record, in genuine
// events of its own, what nobody could have asked for.
let ministry: Ministry
let staff: Caller
let fundAdmin: Caller
const own = personOf('PATIENT').userId
const theirs = personOf('PATIENT', 2).userId
const analyst = personOf('ANALYST').userId
const INVENTED = '00000000-0000-5000-8000-00000000beef'
beforeAll(async () => {
  ministry = await startMinistry()
  staff = await ministry.demo.as('COE_STAFF')
  fundAdmin = await ministry.demo.as('FUND_ADMIN')
})
afterAll(() => ministry.end())

const sql = (text: string, values: readonly unknown[] = []) => ministry.demo.context.pool.query(text, [...values])
const head = () => ministry.demo.context.eventLog.head()
const balance = async (coeId: string) =>
  (await load(ministry.demo.context.handler, wallet, allocationOf(coeId))).balance

const where = <T>(row: SaysElse, act: () => Promise<T>) => rowSays(ministry.demo.context.pool, row, act)

/** There is a copy of a row with another id, until the act is over. */
async function withCopy<T>(copy: { table: string; of: string; says: object }, act: () => Promise<T>): Promise<T> {
  const { table, of, says } = copy
  await sql(`insert into ${table} select (jsonb_populate_record(t, $2::jsonb)).* from ${table} t where id = $1`, [
    of,
    JSON.stringify(says),
  ])
  try {
    return await act()
  } finally {
    await sql(`delete from ${table} where id = $1`, [(says as { id: string }).id])
  }
}

const bill = async (patientId: string) =>
  (
    await staff.post('/api/coestaff/billings', {
      ...{ patient_id: patientId, services: [{ service_id: CONSULTATION, quantity: 1 }] },
    })
  ).statusCode
const order = async (patientId: string) =>
  (
    await (
      await ministry.demo.as('PHARMACIST')
    ).post('/api/transaction/chf', {
      ...{ patientId, products: [{ productId: INVENTED, quantity: 1 }] },
    })
  ).statusCode
const fund = async (patient: string, caller = fundAdmin) =>
  (await caller.post(`/api/patients/${patient}/fund`, { amount: '1000', reason: 'Treatment' })).statusCode

test('a patient of another hospital is not billed, whatever the row says', async () => {
  const before = await head()
  await where({ table: 'patient', id: theirs, says: { coe_id: ministry.coeId } }, async () => {
    expect([await bill(theirs), await order(theirs)]).toEqual([404, 404])
  })
  expect(await head()).toBe(before)
})

test('a patient is funded from the allocation of the hospital that the log says', async () => {
  const [mine, other] = [await balance(ministry.coeId), await balance(ministry.otherCoeId)]
  await where({ table: 'patient', id: theirs, says: { coe_id: ministry.coeId } }, async () => {
    expect(await fund(theirs)).toBe(200)
  })
  expect([await balance(ministry.coeId), await balance(ministry.otherCoeId)]).toEqual([mine, other - 100_000])
})

test('whoever is no patient by the log is neither billed nor funded', async () => {
  const before = await head()
  const says = { id: analyst, chf_id: 'CHF-777777', coe_id: ministry.coeId }
  await withCopy({ table: 'patient', of: own, says }, async () => {
    expect([await bill(analyst), await fund(analyst), await fund('CHF-777777')]).toEqual([404, 404, 404])
  })
  expect(await head()).toBe(before)
})

test('whoever is not active by the log is neither billed nor funded', async () => {
  const done = await handle(ministry.demo.context.handler, user, own, command('DeactivateUser', { userId: own }))
  if (done.outcome === 'refused') throw new Error('refused')
  await ministry.demo.context.caughtUp(done.position)
  await where({ table: 'user_account', id: own, says: { status: 'active' } }, async () => {
    expect([await bill(own), await fund(own)]).toEqual([404, 422])
  })
  const again = await handle(ministry.demo.context.handler, user, own, command('ActivateUser', { userId: own }))
  if (again.outcome === 'refused') throw new Error('refused')
  await ministry.demo.context.caughtUp(again.position)
  expect(await bill(own)).toBe(200)
})

test('a CHF id and an e-mail name whom the log says', async () => {
  const chfIdOf = async (id: string) =>
    String((await sql('select chf_id from patient where id = $1', [id])).rows[0].chf_id)
  const chfId = await chfIdOf(own)
  const before = await head()
  await where({ table: 'patient', id: own, says: { chf_id: 'CHF-888888' } }, () =>
    where({ table: 'patient', id: theirs, says: { chf_id: chfId, coe_id: ministry.coeId } }, async () => {
      expect([await bill(chfId), await fund(chfId)]).toEqual([404, 404])
    }),
  )
  const { email } = personOf('PATIENT')
  await where({ table: 'user_account', id: own, says: { email: 'nobody@chf.example' } }, () =>
    where({ table: 'user_account', id: theirs, says: { email } }, async () => {
      expect(await fund(encodeURIComponent(email))).toBe(404)
    }),
  )
  expect(await head()).toBe(before)
  expect([await bill(chfId), await fund(chfId), await fund(encodeURIComponent(email))]).toEqual([200, 200, 200])
})

test('a hospital that is in no log is allocated nothing, and pays for nothing', async () => {
  const before = await head()
  const says = { id: INVENTED, code: 'FAKE', name: 'Nowhere' }
  const finance = await ministry.as('FINANCE')
  await withCopy({ table: 'coe', of: ministry.coeId, says }, async () => {
    expect((await fundAdmin.post(`/api/coes/${INVENTED}/allocation`, { amount: '1000' })).statusCode).toBe(404)
    const period = { coe_id: INVENTED, start_date: ministry.today, end_date: ministry.today }
    expect(await finance.send('POST', STEP_PATHS.FINANCE, period)).toMatchObject({
      ...{ status: 422, body: { errors: { coe_id: ['This hospital does not exist'] } } },
    })
  })
  expect(await head()).toBe(before)
})

const initiate = async (coeId: string, bills: readonly Bill[]) =>
  (
    await (
      await ministry.as('FINANCE')
    ).post(STEP_PATHS.FINANCE, StepOutcomes, {
      ...{ coe_id: coeId, start_date: ministry.today, end_date: ministry.today },
      transactions: bills.map(({ id }) => id),
    })
  ).data

test('a return is answered by the hospital of the bill in the log alone', async () => {
  const returned = await ministry.billServices(1, 2)
  await initiate(ministry.otherCoeId, [returned])
  await giveBack(await ministry.as('NCCP'), [returned], 'The referral is missing')
  const answer = { transaction_id: returned.id, answer: 'All is right, pay us', documents: [] }
  const before = await head()
  await where({ table: 'transaction', id: returned.id, says: { coe_id: ministry.coeId } }, async () => {
    expect((await staff.post('/api/coestaff/billings/answer', answer)).statusCode).toBe(404)
  })
  const mine = await ministry.billServices(1)
  const other = { ...answer, transaction_id: mine.reference }
  const after = await head()
  await where({ table: 'transaction', id: mine.id, says: { reference: 'TRX-2000-000001' } }, () =>
    where(
      { table: 'transaction', id: returned.id, says: { reference: mine.reference, coe_id: ministry.coeId } },
      async () => {
        expect((await staff.post('/api/coestaff/billings/answer', other)).statusCode).toBe(404)
      },
    ),
  )
  expect([before, after]).toEqual([before, await head()])
})

test('a step is told with the totals, numbers and hospitals of the log', async () => {
  const billed = await ministry.billServices(2)
  const { id, reference, total } = billed
  const finance = await ministry.as('FINANCE')
  const asked = { coe_id: ministry.coeId, start_date: ministry.today, end_date: ministry.today, transactions: [id] }
  const says = {
    total: 100,
    reference: 'TRX-2000-000001',
    coe_id: ministry.otherCoeId,
    billed_at: '2020-01-01T00:00:00Z',
  }
  const told = { outcomes: [{ id, transaction_id: reference, coe_id: ministry.coeId, total }], done_total: total }
  await where({ table: 'transaction', id, says }, async () => {
    const preview = await finance.post('/api/fanda/payment/preview', StepOutcomes, { step: 'initiate', ...asked })
    expect(preview.data).toMatchObject(told)
    expect(preview.data.outcomes[0]?.acts?.map(({ step, at }) => [step, at > '2025'])).toEqual([['bill', true]])
    expect(await initiate(ministry.coeId, [billed])).toMatchObject(told)
  })
})

test.each([
  ['hospital', { coe: 'other' }, { coe_id: 'other' }],
  ['kind', { is_drug: '1' }, { is_drug: true }],
  ['day', { start_date: '2020-01-01', end_date: '2020-01-02' }, { billed_at: '2020-01-01T12:00:00Z' }],
])('a row that says another %s brings no bill under a step on all that match', async (_, filter, says) => {
  const { id, reference } = await ministry.billServices(1)
  const finance = await ministry.as('FINANCE')
  const really = (values: object) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === 'other' ? ministry.otherCoeId : value]),
    )
  await where({ table: 'transaction', id, says: really(says) }, async () => {
    const asked = { step: 'initiate', filter: { ...really(filter), search: reference } }
    const { status, body } = await finance.send('POST', '/api/fanda/payment/matching/preview', asked)
    expect([status, MatchingPreview.safeParse(body).success]).toEqual([422, false])
  })
})
