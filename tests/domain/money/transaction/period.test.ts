import { describe, expect, test } from 'vitest'
import { isRefusal } from '#domain/kernel/decider.ts'
import { type ChainStep, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { transaction, type TransactionCommand } from '#domain/money/transaction/transaction.ts'
import { AT, command } from '#tests/support/command.ts'
import { given } from '#tests/support/given.ts'
import { BASIS_POINTS, bill, historyOf, take } from './bills.ts'

const STEPS = PAYMENT_CHAIN.links.map(({ step }) => step)

/** A step asked for between two days. */
function asked(step: ChainStep, start: string, end: string): TransactionCommand {
  const by = `${step}-person`
  if (step !== 'initiate') return command('ApprovePaymentStep', { step, period: { start, end } }, { by })
  const days = { periodStart: start, periodEnd: end }
  return command(
    'InitiatePayment',
    { paymentId: 'payment-1', paymentReference: 'PAY-2026-000001', ...days, basisPoints: BASIS_POINTS },
    { by },
  )
}

/** A bill that was paid at a moment, with the steps before this one taken. */
const waitingFor = (step: ChainStep, billedAt: string) =>
  historyOf(
    bill(),
    command('CompleteBilling', {}, { by: 'biller', at: billedAt }),
    ...STEPS.slice(0, STEPS.indexOf(step)).map((before) => asked(before, '2021-01-01', '2026-03-02')),
  )

describe.each(STEPS)('the period of the step %s', (step) => {
  // AT is 2 March, ten in the morning in Lagos.
  test.each([
    ['before it', '2020-01-01', '2020-01-31'],
    ['up to the day before', '1999-01-01', '2026-03-01'],
    ['from the day after', '2026-03-03', '2026-03-31'],
  ])('%s: the bill is refused, with its day', (_, start, end) => {
    given(transaction, ...waitingFor(step, AT))
      .when(asked(step, start, end))
      .thenRefused('transaction_outside_period', { day: '2026-03-02', start, end })
  })

  test.each([
    ['2026-03-02', '2026-03-02'],
    ['2026-01-01', '2026-03-02'],
    ['2021-01-01', '2026-03-02'],
  ])('from %s to %s: the step is taken', (start, end) => {
    const state = waitingFor(step, AT).reduce(transaction.evolve, transaction.initial())
    expect(isRefusal(transaction.decide(asked(step, start, end), state))).toBe(false)
  })

  test('counts days as the calendar in Lagos has them', () => {
    const halfPastMidnight = waitingFor(step, '2026-02-28T23:30:00.000Z')
    given(transaction, ...halfPastMidnight)
      .when(asked(step, '2026-02-01', '2026-02-28'))
      .thenRefused('transaction_outside_period', { day: '2026-03-01', start: '2026-02-01', end: '2026-02-28' })
  })
})

test.each(STEPS)('the step %s on the bills of another hospital finds no such bill', (step) => {
  const wish = asked(step, '2021-01-01', '2026-03-02')
  given(transaction, ...waitingFor(step, AT))
    .when({ ...wish, data: { ...wish.data, coeId: 'elsewhere' } } as TransactionCommand)
    .thenRefused('transaction_unknown')
})

test.each([
  ['before the programme', '2020-12-31', '2026-03-02'],
  ['up to tomorrow', '2026-03-02', '2026-03-03'],
  ['up to 2099', '2026-03-01', '2099-12-31'],
])('a payment for days %s is refused', (_, start, end) => {
  given(transaction, ...waitingFor('initiate', AT))
    .when(asked('initiate', start, end))
    .thenRefused('transaction_period_beyond_programme', { end, from: '2021-01-01', to: '2026-03-02' })
})

test('a step for those initiated at a time is refused for one that was initiated at another', () => {
  const later = STEPS.slice(1).filter((step) => step !== 'initiate')
  for (const step of later) {
    const past = waitingFor(step, AT)
    const at = (initiatedOn: string) => command('ApprovePaymentStep', { step, initiatedOn }, { by: 'somebody' })
    given(transaction, ...past)
      .when(at('2026-03-02T09:00:00.001Z'))
      .thenRefused('transaction_of_another_payment')
    const state = past.reduce(transaction.evolve, transaction.initial())
    expect(isRefusal(transaction.decide(at('2026-03-02T09:00:00Z'), state))).toBe(false)
    expect(isRefusal(transaction.decide(take(step, 'somebody'), state))).toBe(false)
  }
})
