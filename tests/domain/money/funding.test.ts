import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { funding, type FundingCommand, MIN_POOL_CREDIT } from '#domain/money/funding/funding.ts'
import type { FundingEvent } from '#domain/money/funding/events.ts'
import { isRefusal } from '#domain/kernel/decider.ts'
import { type Kobo, kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, leftOut, runsOf, swapped } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const stamp = { by: 'user-1', at: AT }
const CAP = kobo(2_000_000_00)
const creditPool = (amount: Kobo) => command('RequestPoolCredit', { benefactor: 'A foundation', amount })
const allocate = (amount: Kobo) => command('RequestAllocation', { coeId: 'coe-1', amount })
const fundPatient = (amount: Kobo, reason = '') =>
  command('RequestPatientFunding', { coeId: 'coe-1', patientId: 'patient-1', amount, reason, cap: CAP })
const complete = () => command('CompleteFunding', {})
const decline = () => command('RefuseFunding', { refused: 'funding_source_short' })

const allocated: FundingEvent = { type: 'AllocationRequested', data: { coeId: 'coe-1', amount: kobo(500), ...stamp } }
const completed: FundingEvent = { type: 'FundingCompleted', data: stamp }
const declined: FundingEvent = { type: 'FundingRefused', data: { refused: 'funding_source_short', ...stamp } }

describe('the intention of a funding is recorded', () => {
  test('for the pool, with the benefactor: from the world to the pool', () => {
    given(funding)
      .when(creditPool(kobo(500)))
      .then({ type: 'PoolCreditRequested', data: { benefactor: 'A foundation', amount: kobo(500), ...stamp } })
    expect(after(creditPool(kobo(500)))).toEqual({
      status: 'requested',
      source: 'benefactors',
      target: 'pool',
      amount: 500,
    })
  })

  test('for a hospital: from the pool to its allocation', () => {
    given(funding)
      .when(allocate(kobo(500)))
      .then(allocated)
    expect(after(allocate(kobo(500)))).toEqual({
      status: 'requested',
      source: 'pool',
      target: 'allocation:coe-1',
      amount: 500,
    })
  })

  test('for a patient: from the hospital’s allocation to the wallet', () => {
    given(funding)
      .when(fundPatient(kobo(500)))
      .then({
        type: 'PatientFundingRequested',
        data: { coeId: 'coe-1', patientId: 'patient-1', amount: kobo(500), reason: '', ...stamp },
      })
    expect(after(fundPatient(kobo(500)))).toEqual({
      status: 'requested',
      source: 'allocation:coe-1',
      target: 'patient:patient-1',
      amount: 500,
    })
  })
})

describe('a funding is refused', () => {
  test.each([[0], [-1]])('of %s kobo', (amount) => {
    for (const request of [allocate(kobo(amount)), fundPatient(kobo(amount))]) {
      given(funding).when(request).thenRefused('funding_amount_not_positive')
    }
  })

  test('above the largest amount one movement may have, and not at it', () => {
    const tooMuch = kobo(MAX_AMOUNT + 1)
    for (const request of [creditPool(tooMuch), allocate(tooMuch), fundPatient(tooMuch, 'why')]) {
      given(funding).when(request).thenRefused('funding_amount_too_large')
    }
    for (const request of [creditPool(MAX_AMOUNT), allocate(MAX_AMOUNT), fundPatient(MAX_AMOUNT, 'why')]) {
      expect(after(request)).toMatchObject({ amount: MAX_AMOUNT })
    }
  })

  test('when less than 1.00 naira is given to the pool, and not when it is just that', () => {
    expect(MIN_POOL_CREDIT).toBe(100)
    given(funding)
      .when(creditPool(kobo(99)))
      .thenRefused('funding_below_pool_minimum')
    expect(after(creditPool(kobo(100)))).toMatchObject({ amount: 100 })
  })

  test.each([[''], ['  '], ['\n']])('above the cap without a reason (%j is none)', (reason) => {
    given(funding)
      .when(fundPatient(kobo(CAP + 1), reason))
      .thenRefused('funding_reason_required', { cap: CAP })
  })

  test('neither at the cap without a reason, nor above it with one', () => {
    expect(after(fundPatient(CAP))).toMatchObject({ amount: CAP })
    expect(after(fundPatient(kobo(CAP + 1), 'Committee of March'))).toMatchObject({ amount: CAP + 1 })
  })
})

describe('the outcome of a funding', () => {
  test('is recorded once', () => {
    given(funding, allocated).when(complete()).then(completed)
    given(funding, allocated, completed).when(complete()).thenNothing()
    given(funding, allocated).when(decline()).then(declined)
    given(funding, allocated, declined).when(decline()).thenNothing()
  })

  test('is one: what came through is not refused afterwards, nor the other way about', () => {
    given(funding, allocated, completed).when(decline()).thenRefused('funding_closed')
    given(funding, allocated, declined).when(complete()).thenRefused('funding_closed')
  })

  test('needs an intention', () => {
    given(funding).when(complete()).thenRefused('funding_unknown')
    given(funding).when(decline()).thenRefused('funding_unknown')
  })

  test('an intention is recorded once, whatever amount comes again under its id', () => {
    for (const past of [[allocated], [allocated, completed], [allocated, declined]]) {
      for (const again of [creditPool(kobo(700)), allocate(kobo(700)), fundPatient(kobo(700))]) {
        given(funding, ...past)
          .when(again)
          .thenNothing()
      }
    }
  })
})

function after(request: FundingCommand) {
  const decision = funding.decide(request, funding.initial())
  if (isRefusal(decision)) throw new Error(decision.refused)
  return decision.reduce(funding.evolve, funding.initial())
}

const anyAmount = fc.oneof(fc.integer({ min: -2, max: 200 }), fc.constantFrom(CAP, CAP + 1, MAX_AMOUNT, MAX_AMOUNT + 1))
const anyCommand: fc.Arbitrary<FundingCommand> = fc.oneof(
  anyAmount.map((amount) => creditPool(kobo(amount))),
  anyAmount.map((amount) => allocate(kobo(amount))),
  fc.tuple(anyAmount, fc.constantFrom('', ' ', 'why')).map(([amount, reason]) => fundPatient(kobo(amount), reason)),
  fc.constant(null).map(() => complete()),
  fc.constant(null).map(() => decline()),
)

/** What domain.md says, as a table: the accounts of each kind, and the outcome by the last of its words. */
const MOVES: Record<string, readonly [source: string, target: string]> = {
  PoolCreditRequested: ['benefactors', 'pool'],
  AllocationRequested: ['pool', 'allocation:coe-1'],
  PatientFundingRequested: ['allocation:coe-1', 'patient:patient-1'],
}
const OUTCOMES: Record<string, string> = { FundingCompleted: 'completed', FundingRefused: 'refused' }

describeDeciderProperties(funding, anyCommand, (state, history) => {
  const [intention, outcome, ...more] = history
  expect(more).toEqual([])
  if (intention === undefined) {
    expect(state).toEqual({ status: 'none' })
    return
  }
  const [source, target] = MOVES[intention.type] ?? []
  const amount = 'amount' in intention.data ? intention.data.amount : undefined
  const status = outcome === undefined ? 'requested' : OUTCOMES[outcome.type]
  expect(state).toEqual({ status, source, target, amount })
  expect(amount).toBeGreaterThan(0)
  expect(amount).toBeLessThanOrEqual(MAX_AMOUNT)
})

// Whose money it is and how much, the intention alone says: the wallets' movements are held against it.
describeFollows(funding, runsOf(anyCommand), {
  'an outcome without its intention': leftOut,
  'an outcome before its intention': swapped,
  'an amount of nothing': changed(({ data }) => ('amount' in data ? { amount: 0 } : undefined)),
  'an amount above the largest': changed(({ data }) => ('amount' in data ? { amount: MAX_AMOUNT + 1 } : undefined)),
  'less than may be given': changed(({ type }) => (type === 'PoolCreditRequested' ? { amount: 99 } : undefined)),
})
