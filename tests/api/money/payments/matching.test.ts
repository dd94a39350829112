import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MatchingPreview } from '#api/money/contracts/matching.ts'
import { PaymentRow, StepOutcomes } from '#api/money/contracts/payment.ts'
import { reportPage } from '#api/contracts/report.ts'
import { type Bill, type Colleague, type Ministry, refusedOf, startMinistry, step } from './ministry.ts'

let ministry: Ministry
let finance: Colleague
let bills: readonly Bill[]
beforeAll(async () => {
  ministry = await startMinistry()
  finance = await ministry.as('FINANCE')
})
beforeEach(async () => {
  // Of two hospitals: 15,000.00 naira a consultation in the first, 13,500.00 in the other.
  bills = [await ministry.billServices(1), await ministry.billServices(2), await ministry.billServices(1, 2)]
})
afterAll(() => ministry.end())

const URL = '/api/fanda/payment/matching'
const WAITING = { status: 'billed' }
type Preview = MatchingPreview
type Asked = { readonly step: string; readonly filter: object; readonly reason?: string }

const look = async (person: Colleague, asked: Asked) =>
  (await person.post(`${URL}/preview`, MatchingPreview, { step: asked.step, filter: asked.filter })).data
const told = ({ position, done, done_total }: Preview) => ({ position, count: done, total: done_total })
const head = () => ministry.demo.context.eventLog.head()

/** Whoever is first to look at all that waits, and initiates it. */
async function initiateAll(key?: string) {
  const asked = { step: 'initiate', filter: WAITING }
  return finance.post(URL, StepOutcomes, { ...asked, ...told(await look(finance, asked)) }, key)
}

test('a step on all that match is taken on all of it, hospital by hospital', async () => {
  const before = await head()
  const preview = await look(finance, { step: 'initiate', filter: WAITING })
  expect(await head()).toBe(before)
  expect(preview).toMatchObject({ done: 3, refused: 0, done_total: '58500.00', position: before })
  expect(new Set(preview.outcomes.map(({ coe_id: id }) => id))).toEqual(new Set([ministry.coeId, ministry.otherCoeId]))
  expect(preview.outcomes.every(({ coe_name: name }) => name !== null)).toBe(true)
  const { data } = await initiateAll()
  expect(data).toMatchObject({ step: 'initiate', done: 3, refused: 0, done_total: '58500.00' })
  const payments = await finance.get('/api/fanda/payment', reportPage(PaymentRow))
  expect(payments.data.data.map(({ coe, total }) => [coe.id, total]).sort()).toEqual(
    [
      [ministry.coeId, '45000.00'],
      [ministry.otherCoeId, '13500.00'],
    ].sort(),
  )
})

test.each([
  ['one more was billed', async () => void (await ministry.billServices(1))],
  ['one is in the chain by now', async () => void (await step(ministry, 'FINANCE', bills.slice(0, 1)))],
  [
    'one has gone and another of the same amount has come',
    async () => {
      await step(ministry, 'FINANCE', bills.slice(0, 1))
      await ministry.billServices(1)
    },
  ],
])('where %s meanwhile, nothing is done', async (_, happens) => {
  const asked = { step: 'initiate', filter: WAITING }
  const preview = await look(finance, asked)
  await happens()
  const before = await head()
  const refused = await refusedOf(finance.send('POST', URL, { ...asked, ...told(preview) }))
  expect(refused.status).toBe(409)
  expect(refused.message).toMatch(/^The matching bills changed since you looked: now .* Nothing was done\.$/)
  expect(await head()).toBe(before)
  await initiateAll()
})

test.each([
  ['count', { count: 2 }],
  ['total', { total: '58500.01' }],
  ['position', { position: 1 }],
])('a screen that says another %s does nothing', async (_, other) => {
  const asked = { step: 'initiate', filter: WAITING }
  const before = await head()
  const body = { ...asked, ...told(await look(finance, asked)), ...other }
  expect(await refusedOf(finance.send('POST', URL, body))).toMatchObject({ status: 409 })
  expect(await head()).toBe(before)
  await initiateAll()
})

test('sent again it is answered alike, and nothing is done twice', async () => {
  const asked = { step: 'initiate', filter: WAITING }
  const body = { ...asked, ...told(await look(finance, asked)) }
  const first = await finance.post(URL, StepOutcomes, body, 'all of it')
  const after = await head()
  expect(await finance.post(URL, StepOutcomes, body, 'all of it')).toEqual(first)
  expect(await head()).toBe(after)
})

test('what cannot be done is told before, and left out', async () => {
  await step(ministry, 'FINANCE', bills.slice(0, 1))
  const asked = { step: 'initiate', filter: { search: bills[0]?.reference ?? '' } }
  const preview = await look(finance, asked)
  expect(preview).toMatchObject({ done: 0, refused: 1, done_total: '0.00' })
  const whole = await look(finance, { step: 'initiate', filter: { coe: ministry.coeId } })
  expect(whole.done).toBe(1)
  expect(whole.refused).toBeGreaterThan(0)
  const run = await finance.post(URL, StepOutcomes, {
    ...{ step: 'initiate', filter: { coe: ministry.coeId } },
    ...told(whole),
  })
  expect(run.data).toMatchObject({ done: 1, refused: 0 })
  await initiateAll()
})

test('all that match is returned with a reason, and a step that is not theirs is refused', async () => {
  await initiateAll()
  const nccp = await ministry.as('NCCP')
  const asked = { step: 'return', filter: { status: 'payment initiated', coe: ministry.otherCoeId } }
  expect(await refusedOf(nccp.send('POST', `${URL}/preview`, { step: 'initiate', filter: WAITING }))).toMatchObject({
    status: 403,
  })
  const body = { ...asked, ...told(await look(nccp, asked)) }
  expect(await refusedOf(nccp.send('POST', URL, body))).toMatchObject({
    status: 422,
    errors: { reason: ['A reason is required'] },
  })
  const { message, data } = await nccp.post(URL, StepOutcomes, { ...body, reason: 'Wrong month' })
  expect(message).toMatch(/returned$/)
  expect(data.outcomes.every(({ becomes }) => becomes === 'billed')).toBe(true)
  expect(await refusedOf(nccp.send('POST', `${URL}/preview`, asked))).toMatchObject({
    status: 422,
    errors: { filter: ['Nothing matches now'] },
  })
})
