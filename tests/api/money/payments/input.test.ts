import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, CHAIN_PEOPLE, type Ministry, refusedOf, startMinistry, STEP_PATHS } from './ministry.ts'

let ministry: Ministry
beforeAll(async () => {
  ministry = await startMinistry()
})
afterAll(() => ministry.end())

const whole = () => ({ coe_id: ministry.coeId, start_date: '2026-01-01', end_date: '2026-01-31', transactions: ['x'] })

test.each([
  ['coe_id', ''],
  ['coe_id', 'no-such-hospital'],
  ['start_date', '1-2-2026'],
  ['end_date', '2025-12-31'],
  ['transactions', []],
  ['initiated_on', 'yesterday'],
])('a step with a wrong %s names it: %j', async (field, value) => {
  const nccp = await ministry.as('NCCP')
  const refused = await refusedOf(nccp.send('POST', STEP_PATHS.NCCP, { ...whole(), [field]: value }))
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.errors ?? {})).toEqual([field])
})

test('a step without a period asks for one, in the words of the spec', async () => {
  const finance = await ministry.as('FINANCE')
  const { coe_id, transactions } = whole()
  const refused = await refusedOf(finance.send('POST', STEP_PATHS.FINANCE, { coe_id, transactions }))
  const message = 'You must select a start and end date'
  expect(refused).toMatchObject({ status: 422, message, errors: { start_date: [message], end_date: [message] } })
})

test('a field that a step does not know is refused, a price among them', async () => {
  const finance = await ministry.as('FINANCE')
  const body = { ...whole(), total: '1.00' }
  const refused = await refusedOf(finance.send('POST', STEP_PATHS.FINANCE, body))
  expect(refused).toMatchObject({ status: 422, message: expect.stringContaining('total') as string })
})

test('a period in which nothing waits says so', async () => {
  const finance = await ministry.as('FINANCE')
  const { transactions: _, ...period } = whole()
  expect(await refusedOf(finance.send('POST', STEP_PATHS.FINANCE, period))).toMatchObject({
    status: 422,
    errors: { transactions: ['No bill of this period is ready for this step'] },
  })
})

test('each step is for the holders of its own permission', async () => {
  const bills = [await ministry.billServices(1)]
  for (const role of [...CHAIN_PEOPLE, 'AUDITOR', 'SUPER_ADMIN', 'COE_ADMIN']) {
    const person = await ministry.as(role)
    for (const owner of CHAIN_PEOPLE) {
      if (owner === role) continue
      const { status } = await refusedOf(person.send('POST', STEP_PATHS[owner], bodyOf(ministry, bills)))
      expect(status, `${role} at the step of ${owner}`).toBe(403)
    }
  }
})

test('a pre-flight is for whoever may take the step', async () => {
  const bills = [await ministry.billServices(1)]
  const nccp = await ministry.as('NCCP')
  const body = { ...bodyOf(ministry, bills), step: 'initiate' }
  expect(await refusedOf(nccp.send('POST', '/api/fanda/payment/preview', body))).toMatchObject({ status: 403 })
})

test('a bill is found under its own hospital only', async () => {
  const bills = [await ministry.billServices(1, 2)]
  const finance = await ministry.as('FINANCE')
  expect(await refusedOf(finance.send('POST', STEP_PATHS.FINANCE, bodyOf(ministry, bills)))).toMatchObject({
    status: 404,
    message: 'Transaction not found',
  })
})

test.each(['/api/fanda/payment', '/api/fanda/payment/x', '/api/report/billing/summary/billings'])(
  'a patient and a biller do not read %s',
  async (path) => {
    for (const role of ['PATIENT', 'COE_STAFF']) {
      const { status } = await (await ministry.as(role)).send('GET', path)
      expect(status, role).toBe(403)
    }
  },
)

test('a hospital is offered for choices without its wallet or its people, signed in or not', async () => {
  const answer = await ministry.demo.app.inject({ url: '/api/coes' })
  const { data } = answer.json<{ data: Record<string, unknown>[] }>()
  expect(data).toHaveLength(6)
  expect(new Set(data.flatMap((hospital) => Object.keys(hospital)))).toEqual(
    new Set(['id', 'coe_name', 'coe_code', 'coe_id_cap', 'status']),
  )
})
