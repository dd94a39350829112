import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { funding, type FundingCommand, fundingTransfer, MIN_POOL_CREDIT } from '#domain/money/funding/funding.ts'
import { FUNDING_PERMISSIONS, type FundingPermission } from '#domain/money/funding/second-person.ts'
import type { FundingEvent } from '#domain/money/funding/events.ts'
import { isRefusal } from '#domain/kernel/decider.ts'
import { type Kobo, kobo, MAX_AMOUNT, MAX_GIVEN } from '#domain/kernel/money.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, leftOut, runsOf, swapped } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const stamp = { by: 'user-1', at: AT }
const CAP = kobo(2_000_000_00)
const above = kobo(50_000_000_00)
/** Below the largest amount, so that one person's word is enough for all that is not about a second one. */
const alone = { above: MAX_AMOUNT }
const creditPool = (amount: Kobo, second: object = alone) =>
  command('RequestPoolCredit', { benefactor: 'A foundation', amount, ...second })
const allocate = (amount: Kobo, second: object = alone) =>
  command('RequestAllocation', { coeId: 'coe-1', amount, ...second })
const fundPatient = (amount: Kobo, reason = '', second: object = alone) =>
  command('RequestPatientFunding', { coeId: 'coe-1', patientId: 'patient-1', amount, reason, cap: CAP, ...second })
type Second = { permissions?: readonly FundingPermission[]; room?: Kobo }
const confirm = (by: string, { permissions = FUNDING_PERMISSIONS, room = MAX_GIVEN }: Second = {}) =>
  command('ConfirmFunding', { permissions, room }, { by })
const turnDown = (by: string, reason: string, permissions: readonly FundingPermission[] = FUNDING_PERMISSIONS) =>
  command('DeclineFunding', { permissions, reason }, { by })
const takeBack = (by: string, reason: string) => command('WithdrawFunding', { reason }, { by })
const complete = () => command('CompleteFunding', {})
const decline = () => command('RefuseFunding', { refused: 'funding_source_short' })

const limit = (today: number) => ({ above: MAX_AMOUNT, today: kobo(today) })
const allocated: FundingEvent = {
  type: 'AllocationRequested',
  data: { coeId: 'coe-1', amount: kobo(500), ...limit(500), ...stamp },
}
const completed: FundingEvent = { type: 'FundingCompleted', data: stamp }
const declined: FundingEvent = { type: 'FundingRefused', data: { refused: 'funding_source_short', ...stamp } }

describe('the intention of a funding is recorded', () => {
  test('for the pool, with the benefactor: from the world to the pool', () => {
    given(funding)
      .when(creditPool(kobo(500)))
      .then({
        type: 'PoolCreditRequested',
        data: { benefactor: 'A foundation', amount: kobo(500), ...limit(500), ...stamp },
      })
    expect(after(creditPool(kobo(500)))).toEqual({
      status: 'requested',
      source: 'benefactors',
      target: 'pool',
      amount: 500,
      attempt: 0,
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
      attempt: 0,
    })
  })

  test('for a patient: from the hospital’s allocation to the wallet', () => {
    given(funding)
      .when(fundPatient(kobo(500)))
      .then({
        type: 'PatientFundingRequested',
        data: { coeId: 'coe-1', patientId: 'patient-1', amount: kobo(500), reason: '', ...limit(500), ...stamp },
      })
    expect(after(fundPatient(kobo(500)))).toEqual({
      status: 'requested',
      source: 'allocation:coe-1',
      target: 'patient:patient-1',
      amount: 500,
      attempt: 0,
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

describe('a movement of funds above the setting takes two people', () => {
  const large = kobo(above + 1)
  const proposed = (by = 'ade'): FundingEvent => ({
    type: 'AllocationProposed',
    data: { coeId: 'coe-1', amount: large, above, today: large, toConfirm: ['bisi'], by, at: AT },
  })
  const confirmed: FundingEvent = { type: 'FundingConfirmed', data: { proposedBy: 'ade', by: 'bisi', at: AT } }
  const short: FundingEvent = { type: 'FundingRefused', data: { refused: 'funding_source_short', by: 'bisi', at: AT } }

  test('above it is proposed, with those who are told; at it one word is enough', () => {
    const second = { above, toConfirm: ['bisi'] }
    given(funding)
      .when({ ...allocate(large, second), by: 'ade' })
      .then(proposed())
    given(funding)
      .when(creditPool(large, second))
      .then({
        type: 'PoolCreditProposed',
        data: { benefactor: 'A foundation', amount: large, above, today: large, toConfirm: ['bisi'], ...stamp },
      })
    expect(after(allocate(above, second))).toMatchObject({ status: 'requested' })
    expect(after(creditPool(above, second))).toMatchObject({ status: 'requested' })
  })

  test('whoever forgets to say the setting gets its default', () => {
    expect(after(creditPool(kobo(50_000_000_00), {}))).toMatchObject({ status: 'requested' })
    expect(after(creditPool(kobo(50_000_000_01), {}))).toMatchObject({ status: 'proposed' })
  })

  test('what its maker moved that day counts with it, whatever its kind and however small it is', () => {
    const passing = { above, today: large }
    for (const ask of [creditPool, allocate])
      expect(after(ask(kobo(100), passing))).toMatchObject({ status: 'proposed', proposal: passing })
    expect(after(fundPatient(kobo(100), 'why', passing))).toMatchObject({ status: 'proposed', proposal: passing })
    expect(after(creditPool(kobo(100), { above, today: above }))).toMatchObject({ status: 'requested' })
  })

  test('money for a patient is confirmed by who may fund patients, as long as the hospital has it', () => {
    const asked = after(fundPatient(large, 'why', { above }))
    const decide = (second: Second) => funding.decide(confirm('bisi', second), asked)
    expect(decide({ permissions: ['CREDIT_POOL', 'ALLOCATE_POOL'] })).toMatchObject({
      ...{ refused: 'funding_needs_permission', detail: { permission: 'FUND_PATIENT' } },
    })
    expect(decide({ room: above })).toMatchObject({ refused: 'funding_source_short' })
    expect(decide({ permissions: ['FUND_PATIENT'] })).toMatchObject([{ type: 'FundingConfirmed' }])
  })

  test('another confirms it, and the money is on its way; never who proposed it', () => {
    given(funding, proposed()).when(confirm('ade')).thenRefused('funding_same_person')
    given(funding, proposed()).when(confirm('bisi')).then(confirmed)
    expect([proposed(), confirmed].reduce(funding.evolve, funding.initial())).toMatchObject({ status: 'requested' })
  })

  test('a setting that was changed since does not bind what waits', () => {
    given(funding, proposed())
      .when({ ...allocate(large), by: 'ade' })
      .thenNothing()
    expect([proposed()].reduce(funding.evolve, funding.initial())).toMatchObject({ status: 'proposed' })
  })

  test('nobody without its permission decides on it', () => {
    const permission = 'ALLOCATE_POOL'
    for (const permissions of [[], ['CREDIT_POOL'] as const])
      for (const act of [confirm('bisi', { permissions }), turnDown('bisi', 'why', permissions)])
        given(funding, proposed()).when(act).thenRefused('funding_needs_permission', { permission })
    given(funding, proposed())
      .when(confirm('bisi', { permissions: ['ALLOCATE_POOL'] }))
      .then(confirmed)
  })

  test('a pool that cannot pay it is told with what it holds, and it goes on waiting', () => {
    given(funding, proposed())
      .when(confirm('bisi', { room: kobo(large - 1) }))
      .thenRefused('funding_pool_short', { balance: large - 1 })
    given(funding, proposed())
      .when(confirm('bisi', { room: large }))
      .then(confirmed)
  })

  test('a pool that was emptied between the word and the money leaves it waiting, for another try', () => {
    const again = [proposed(), confirmed, short].reduce(funding.evolve, funding.initial())
    expect(again).toMatchObject({ status: 'proposed', attempt: 1 })
    given(funding, proposed(), confirmed, short).when(confirm('bisi')).then(confirmed)
    given(funding, proposed(), confirmed, short).when(complete()).thenRefused('funding_not_confirmed')
    expect([fundingTransfer('a', 0), fundingTransfer('a', 1)]).toEqual(['funding:a', 'funding:a:1'])
  })

  test('another declines it with a reason, and who proposed it takes it back with one', () => {
    given(funding, proposed()).when(turnDown('ade', 'why')).thenRefused('funding_same_person')
    given(funding, proposed()).when(turnDown('bisi', ' ')).thenRefused('funding_end_without_reason')
    given(funding, proposed())
      .when(turnDown('bisi', 'Not agreed'))
      .then({ type: 'FundingDeclined', data: { proposedBy: 'ade', reason: 'Not agreed', by: 'bisi', at: AT } })
    given(funding, proposed()).when(takeBack('bisi', 'why')).thenRefused('funding_of_another')
    given(funding, proposed()).when(takeBack('ade', '')).thenRefused('funding_end_without_reason')
    given(funding, proposed())
      .when(takeBack('ade', 'A zero too many'))
      .then({ type: 'FundingWithdrawn', data: { reason: 'A zero too many', by: 'ade', at: AT } })
  })

  test('one outcome: who is later is told what it was, and two clicks of one person are one', () => {
    const declined: FundingEvent = {
      type: 'FundingDeclined',
      data: { proposedBy: 'ade', reason: 'why', by: 'bisi', at: AT },
    }
    given(funding, proposed(), confirmed).when(confirm('bisi')).thenNothing()
    given(funding, proposed(), confirmed)
      .when(confirm('chidi'))
      .thenRefused('funding_not_waiting', { ended: 'confirmed' })
    given(funding, proposed(), confirmed)
      .when(takeBack('ade', 'why'))
      .thenRefused('funding_not_waiting', { ended: 'confirmed' })
    given(funding, proposed(), declined).when(confirm('bisi')).thenRefused('funding_not_waiting', { ended: 'declined' })
    given(funding, proposed(), declined).when(turnDown('bisi', 'why')).thenNothing()
    given(funding, allocated).when(confirm('bisi')).thenRefused('funding_not_waiting')
    given(funding).when(confirm('bisi')).thenRefused('funding_unknown')
  })
})

function after(request: FundingCommand) {
  const decision = funding.decide(request, funding.initial())
  if (isRefusal(decision)) throw new Error(decision.refused)
  return decision.reduce(funding.evolve, funding.initial())
}

const anyAmount = fc.oneof(fc.integer({ min: -2, max: 200 }), fc.constantFrom(CAP, CAP + 1, MAX_AMOUNT, MAX_AMOUNT + 1))
const anyone = fc.constantFrom('user-1', 'ade', 'bisi', 'chidi')
/** Of the day: what is above it waits for a second person. */
const anyLimit = fc.constantFrom(kobo(100), MAX_AMOUNT)
const anyAct: fc.Arbitrary<FundingCommand> = fc.oneof(
  fc.tuple(anyAmount, anyLimit).map(([amount, limit]) => creditPool(kobo(amount), { above: limit })),
  fc.tuple(anyAmount, anyLimit).map(([amount, limit]) => allocate(kobo(amount), { above: limit })),
  fc
    .tuple(anyAmount, fc.constantFrom('', ' ', 'why'), anyLimit)
    .map(([amount, reason, limit]) => fundPatient(kobo(amount), reason, { above: limit })),
  fc.constant(null).map(() => complete()),
  fc.constant(null).map(() => decline()),
  fc
    .record({ by: anyone, permissions: fc.subarray([...FUNDING_PERMISSIONS]), room: fc.constantFrom(150, MAX_GIVEN) })
    .map(({ by, permissions, room }) => confirm(by, { permissions, room: kobo(room) })),
  fc.tuple(anyone, fc.constantFrom('', 'why')).map(([by, reason]) => turnDown(by, reason)),
  fc.tuple(anyone, fc.constantFrom('', 'why')).map(([by, reason]) => takeBack(by, reason)),
)
const anyCommand = fc.tuple(anyAct, anyone).map(([act, by]): FundingCommand => ({ ...act, by }))

/** What domain.md says, as a table: the accounts of each kind, and the outcome by the last of its words. */
const MOVES: Record<string, readonly [source: string, target: string]> = {
  PoolCreditRequested: ['benefactors', 'pool'],
  PoolCreditProposed: ['benefactors', 'pool'],
  AllocationRequested: ['pool', 'allocation:coe-1'],
  AllocationProposed: ['pool', 'allocation:coe-1'],
  PatientFundingRequested: ['allocation:coe-1', 'patient:patient-1'],
  PatientFundingProposed: ['allocation:coe-1', 'patient:patient-1'],
}
const OUTCOMES: Record<string, string> = { FundingCompleted: 'completed', FundingRefused: 'refused' }
const OF_PROPOSALS: Record<string, string> = {
  ...OUTCOMES,
  PoolCreditProposed: 'proposed',
  AllocationProposed: 'proposed',
  PatientFundingProposed: 'proposed',
  FundingConfirmed: 'requested',
  FundingDeclined: 'declined',
  FundingWithdrawn: 'withdrawn',
  FundingRefused: 'proposed',
}

describeDeciderProperties(funding, anyCommand, (state, history) => {
  const [intention, outcome, ...more] = history
  if (intention === undefined) {
    expect(state).toEqual({ status: 'none' })
    return
  }
  const isProposal = /Proposed$/.test(intention.type)
  if (!isProposal) expect(more).toEqual([])
  const [source, target] = MOVES[intention.type] ?? []
  const amount = 'amount' in intention.data ? intention.data.amount : undefined
  const last = history.at(-1)?.type ?? ''
  const status = isProposal ? OF_PROPOSALS[last] : outcome === undefined ? 'requested' : OUTCOMES[outcome.type]
  expect(state).toMatchObject({ status, source, target, amount })
  expect(amount).toBeGreaterThan(0)
  expect(amount).toBeLessThanOrEqual(MAX_AMOUNT)
  const limit = 'above' in intention.data ? (intention.data.above ?? 0) : MAX_AMOUNT
  expect(isProposal).toBe((amount ?? 0) > limit)
  for (const [place, { type, data }] of history.entries()) {
    const before = history[place - 1]?.type
    // Two people, one behind the other; and no money without the second one's word right before.
    if (type === 'FundingConfirmed' || type === 'FundingDeclined') {
      expect(data.by).not.toBe(intention.data.by)
      expect(data.proposedBy).toBe(intention.data.by)
      expect(before).toMatch(/Proposed$|^FundingRefused$/)
    }
    if (type === 'FundingWithdrawn') expect(data.by).toBe(intention.data.by)
    if (type in OUTCOMES && isProposal) expect(before).toBe('FundingConfirmed')
  }
})

// Whose money it is and how much, the intention alone says: the wallets' movements are held against it.
describeFollows(funding, runsOf(anyCommand), {
  'an outcome without its intention': leftOut,
  'an outcome before its intention': swapped,
  'an amount of nothing': changed(({ data }) => ('amount' in data ? { amount: 0 } : undefined)),
  'an amount above the largest': changed(({ data }) => ('amount' in data ? { amount: MAX_AMOUNT + 1 } : undefined)),
  'less than may be given': changed(({ type }) => (/^PoolCredit/.test(type) ? { amount: 99 } : undefined)),
  'one person where two were needed': changed(({ type, data }) =>
    type === 'PoolCreditRequested' || type === 'AllocationRequested' ? { above: data.amount - 1 } : undefined,
  ),
  'two people where one was enough': changed(({ type, data }) =>
    type === 'PoolCreditProposed' || type === 'AllocationProposed' ? { above: data.amount } : undefined,
  ),
  'a limit that is not said': changed(({ data }) => ('above' in data ? { above: null } : undefined)),
  'a proposer who was another': changed(({ data }) => ('proposedBy' in data ? { proposedBy: 'dayo' } : undefined)),
  'no reason': changed(({ type }) =>
    type === 'FundingDeclined' || type === 'FundingWithdrawn' ? { reason: ' ' } : undefined,
  ),
})
