import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StepOutcomes } from '#api/money/contracts/payment.ts'
import { MIXED_PERIOD } from '#api/money/contracts/payment-steps.ts'
import { CHAIN_PEOPLE, bodyOf, type Ministry, refusedOf, startMinistry, step, STEP_PATHS } from './ministry.ts'

let ministry: Ministry
beforeAll(async () => {
  ministry = await startMinistry()
})
afterAll(() => ministry.end())

const PREVIEW = '/api/fanda/payment/preview'
const STEPS = { FINANCE: 'initiate', NCCP: 'recommend', DHS: 'approve', DFA: 'dfa', PERMSEC: 'permsec' } as const
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const shown = (day: string) => day.split('-').map(Number).reverse().join('-')

describe.each([
  ['a period long past', () => ['2020-01-01', '2020-01-31'] as const],
  ['the days up to yesterday', () => ['1999-01-01', dayAfter(ministry.today, -1)] as const],
  ['the days from tomorrow', () => [dayAfter(ministry.today, 1), dayAfter(ministry.today, 30)] as const],
])('under %s', (_, period) => {
  test.each(CHAIN_PEOPLE)('%s takes no step on what was billed today, and is told why', async (role) => {
    const bills = [await ministry.billServices(1)]
    for (const before of CHAIN_PEOPLE.slice(0, CHAIN_PEOPLE.indexOf(role))) await step(ministry, before, bills)
    const [start_date, end_date] = period()
    const body = { ...bodyOf(ministry, bills), start_date, end_date }
    const person = await ministry.as(role)
    const head = await ministry.demo.context.eventLog.head()
    const why = `It was billed on ${shown(ministry.today)}, outside the period from ${shown(start_date)} to ${shown(end_date)}`
    const { data } = await person.post(PREVIEW, StepOutcomes, { ...body, step: STEPS[role] })
    expect(data).toMatchObject({ done: 0, refused: 1, outcomes: [{ outcome: 'refused', reason: why }] })
    expect(await refusedOf(person.send('POST', STEP_PATHS[role], body))).toEqual({
      status: 422,
      message: why,
      errors: { transactions: [`${bills[0]?.reference}: ${why}`] },
    })
    const { transactions: _all, ...everything } = body
    expect(await refusedOf(person.send('POST', STEP_PATHS[role], everything))).toMatchObject({ status: 422 })
    expect(await ministry.demo.context.eventLog.head()).toBe(head)
    expect(await step(ministry, role, bills)).toMatchObject({ done: 1 })
  })
})

test.each(['start_date', 'end_date'])('half a period is none: without %s nothing is done', async (field) => {
  const bills = [await ministry.billServices(1)]
  await step(ministry, 'FINANCE', bills)
  const nccp = await ministry.as('NCCP')
  const { [field]: _, ...half } = { ...bodyOf(ministry, bills), initiated_on: new Date().toISOString() } as Record<
    string,
    unknown
  >
  expect(await refusedOf(nccp.send('POST', STEP_PATHS.NCCP, half))).toMatchObject({
    status: 422,
    errors: { [field]: ['You must select a start and end date'] },
  })
})

test('a payment is made for a period: it cannot be initiated by when it was initiated', async () => {
  const finance = await ministry.as('FINANCE')
  const body = { ...bodyOf(ministry, [await ministry.billServices(1)]), initiated_on: '2026-01-01T00:00:00Z' }
  expect(await refusedOf(finance.send('POST', STEP_PATHS.FINANCE, body))).toMatchObject({ status: 422 })
  const { start_date: _, end_date: __, ...group } = body
  expect(await refusedOf(finance.send('POST', PREVIEW, { ...group, step: 'initiate' }))).toMatchObject({
    status: 422,
    errors: { initiated_on: ['It is not initiated yet'] },
  })
})

test('a whole period that mixes split and unsplit transactions is not paid for as one; what is named in it is', async () => {
  const finance = await ministry.as('FINANCE')
  const [first, second] = [await ministry.billServices(1, 2), await ministry.billServices(2, 2)]
  const { transactions: _, ...period } = { ...bodyOf(ministry, []), coe_id: ministry.otherCoeId }
  const named = { ...period, transactions: [first.id] }
  expect((await finance.post(STEP_PATHS.FINANCE, StepOutcomes, named)).data).toMatchObject({ done: 1 })
  const head = await ministry.demo.context.eventLog.head()
  for (const [path, body] of [
    [STEP_PATHS.FINANCE, period],
    [PREVIEW, { ...period, step: 'initiate' }],
  ] as const) {
    expect(await refusedOf(finance.send('POST', path, body))).toMatchObject({
      status: 422,
      message: MIXED_PERIOD,
      errors: { start_date: [MIXED_PERIOD], end_date: [MIXED_PERIOD] },
    })
  }
  expect(await ministry.demo.context.eventLog.head()).toBe(head)
  const other = { ...period, transactions: [second.id] }
  expect((await finance.post(STEP_PATHS.FINANCE, StepOutcomes, other)).data).toMatchObject({ done: 1 })
})
