import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coe, type CoeCommand } from '#domain/catalogue/coe/coe.ts'
import type { CoeBank, CoeDetails, CoeEvent } from '#domain/catalogue/coe/events.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const details: CoeDetails = {
  name: 'University College Hospital',
  type: 'Federal',
  address: 'Queen Elizabeth Road, Ibadan',
  capId: 'CAP-UCH',
  stateId: 'oyo',
}
const coeId = 'coe-1'
const stamp = { coeId, by: 'user-1', at: AT }
const registered: CoeEvent = { type: 'CoeRegistered', data: { code: 'UCH', ...details, ...stamp } }
const register = (over: Partial<CoeDetails> & { code?: string } = {}) =>
  command('RegisterCoe', { coeId, code: 'UCH', ...details, ...over })

test('a hospital is registered once', () => {
  given(coe).when(register()).then(registered)
  given(coe, registered).when(register()).thenNothing()
  given(coe, registered)
    .when(register({ name: 'Another' }))
    .thenRefused('coe_already_registered')
})

test('the code of a hospital has at most five characters', () => {
  given(coe)
    .when(register({ code: 'UCHIBD' }))
    .thenRefused('coe_code_too_long', { most: 5 })
  given(coe)
    .when(register({ code: '' }))
    .thenRefused('coe_code_too_long')
})

test('the details of a hospital change', () => {
  const moved = { ...details, address: 'Mokola Hill, Ibadan' }
  given(coe, registered)
    .when(command('ChangeCoeDetails', { coeId, ...moved }))
    .then({ type: 'CoeDetailsChanged', data: { ...moved, ...stamp } })
  given(coe, registered)
    .when(command('ChangeCoeDetails', { coeId, ...details }))
    .thenNothing()
  given(coe)
    .when(command('ChangeCoeDetails', { coeId, ...details }))
    .thenRefused('coe_unknown')
})

test('whoever changes the details of a hospital that somebody else has changed since is told, unless they want the same', () => {
  const moved = { ...details, address: 'Mokola Hill, Ibadan' }
  const changed: CoeEvent = { type: 'CoeDetailsChanged', data: { ...moved, ...stamp } }
  const change = (address: string, revision?: number) =>
    command('ChangeCoeDetails', { coeId, ...details, address, revision })
  given(coe, registered).when(change(moved.address, 0)).then(changed)
  given(coe, registered, changed).when(change('Agodi, Ibadan', 0)).thenRefused('coe_details_changed')
  given(coe, registered, changed).when(change(moved.address, 0)).thenNothing()
  const last: CoeEvent = { type: 'CoeDetailsChanged', data: { ...moved, address: 'Agodi, Ibadan', ...stamp } }
  given(coe, registered, changed).when(change('Agodi, Ibadan', 1)).then(last)
  given(coe, registered, changed).when(change('Agodi, Ibadan')).then(last)
})

test('a hospital is deactivated for a reason, and activated again', () => {
  const deactivate = (reason: string) => command('DeactivateCoe', { coeId, reason })
  const deactivated: CoeEvent = { type: 'CoeDeactivated', data: { ...stamp, reason: 'Licence withdrawn' } }
  given(coe, registered).when(deactivate(' ')).thenRefused('coe_reason_required')
  given(coe, registered).when(deactivate('Licence withdrawn')).then(deactivated)
  given(coe, registered, deactivated).when(deactivate('Once more')).thenNothing()
  given(coe, registered, deactivated)
    .when(command('ActivateCoe', { coeId }))
    .then({ type: 'CoeActivated', data: stamp })
})

const bank: CoeBank = {
  accountName: 'University College Hospital',
  accountNumber: '0123456789',
  sortCode: '070000003',
  bankName: 'Bank of Industry',
}
const request = 'request-1'
const proposed: CoeEvent = { type: 'CoeBankProposed', data: { request, ...bank, toConfirm: ['user-2'], ...stamp } }
const confirmed: CoeEvent = {
  type: 'CoeBankConfirmed',
  data: { request, ...stamp, by: 'user-2', proposedBy: 'user-1' },
}
const propose = (over: Partial<CoeBank> = {}, id = request) =>
  command('ProposeCoeBank', { coeId, ...bank, ...over, toConfirm: ['user-2'] }, { id })
const answer = <T extends 'WithdrawCoeBank' | 'ConfirmCoeBank'>(type: T, by: string) =>
  command(type, { coeId, request }, { by })
const decline = (by: string, reason = 'Another account') =>
  command('DeclineCoeBank', { coeId, request, reason }, { by })

test('bank details that one person gives wait for a second one, and until then no others are given', () => {
  given(coe, registered).when(propose()).then(proposed)
  given(coe, registered, proposed).when(propose()).thenNothing()
  given(coe, registered, proposed).when(propose({}, 'request-2')).thenRefused('coe_bank_waiting')
  given(coe, registered, proposed).when(answer('ConfirmCoeBank', 'user-2')).then(confirmed)
  // Once more by who did it; anybody else has done nothing, whoever they are.
  given(coe, registered, proposed, confirmed).when(answer('ConfirmCoeBank', 'user-2')).thenNothing()
  for (const other of ['user-1', 'user-3'])
    given(coe, registered, proposed, confirmed)
      .when(answer('ConfirmCoeBank', other))
      .thenRefused('coe_bank_not_waiting')
  // What it has already is no change; the old request is none either.
  given(coe, registered, proposed, confirmed).when(propose({}, 'request-2')).thenNothing()
  given(coe, registered, proposed, confirmed)
    .when(propose({ bankName: 'Another' }))
    .thenNothing()
  expect([registered, proposed, confirmed].reduce(coe.evolve, coe.initial())).toMatchObject({ bank })
  expect([registered, proposed].reduce(coe.evolve, coe.initial())).not.toHaveProperty('bank')
})

test('nobody confirms or declines their own bank details, and nobody else withdraws them', () => {
  const waiting = given(coe, registered, proposed)
  waiting.when(answer('ConfirmCoeBank', 'user-1')).thenRefused('coe_bank_same_person')
  waiting.when(decline('user-1')).thenRefused('coe_bank_same_person')
  waiting.when(answer('WithdrawCoeBank', 'user-2')).thenRefused('coe_bank_of_another')
  waiting.when(decline('user-2', '')).thenRefused('coe_reason_required')
  const declined: CoeEvent = {
    type: 'CoeBankDeclined',
    data: { request, ...stamp, by: 'user-2', proposedBy: 'user-1', reason: 'Another account' },
  }
  waiting.when(decline('user-2')).then(declined)
  waiting.when(answer('WithdrawCoeBank', 'user-1')).then({ type: 'CoeBankWithdrawn', data: { request, ...stamp } })
  given(coe, registered, proposed, declined)
    .when(answer('ConfirmCoeBank', 'user-2'))
    .thenRefused('coe_bank_not_waiting')
  given(coe, registered).when(answer('ConfirmCoeBank', 'user-2')).thenRefused('coe_bank_not_waiting')
})

const requests = fc.constantFrom('r1', 'r2')
const people = fc.constantFrom('user-1', 'user-2')
const anyCommand: fc.Arbitrary<CoeCommand> = fc.oneof(
  fc.record({ code: fc.string({ maxLength: 7 }), name: fc.constantFrom('A', 'B') }).map(register),
  fc.constantFrom('A', 'B').map((name) => command('ChangeCoeDetails', { coeId, ...details, name })),
  fc.constantFrom('', 'Closed').map((reason) => command('DeactivateCoe', { coeId, reason })),
  fc.constant('ActivateCoe' as const).map((type) => command(type, { coeId })),
  fc
    .record({ bankName: fc.constantFrom('A', 'B'), id: requests, by: people })
    .map(({ bankName, id, by }) =>
      command('ProposeCoeBank', { coeId, ...bank, bankName, toConfirm: [] }, { id: `${id}-${bankName}-${by}`, by }),
    ),
  fc
    .record({
      type: fc.constantFrom('WithdrawCoeBank' as const, 'ConfirmCoeBank' as const),
      ...{ id: requests, bankName: fc.constantFrom('A', 'B'), proposer: people, by: people },
    })
    .map(({ type, id, bankName, proposer, by }) =>
      command(type, { coeId, request: `${id}-${bankName}-${proposer}` }, { by }),
    ),
  fc
    .record({ id: requests, bankName: fc.constantFrom('A', 'B'), proposer: people, by: people })
    .map(({ id, bankName, proposer, by }) =>
      command('DeclineCoeBank', { coeId, request: `${id}-${bankName}-${proposer}`, reason: 'No' }, { by }),
    ),
)
describeDeciderProperties(coe, anyCommand, (state, history) => {
  expect(state.status === 'none').toBe(history.length === 0)
  if (state.status !== 'none') expect(state.code.length).toBeLessThanOrEqual(5)
  expect(history.filter(({ type }) => type === 'CoeRegistered').length).toBeLessThanOrEqual(1)
  for (const event of history) {
    if (event.type !== 'CoeBankConfirmed') continue
    const { request: of, by } = event.data
    const before = history.find(
      ({ type, data }) => type === 'CoeBankProposed' && 'request' in data && data.request === of,
    )
    expect(before?.data.by).not.toBe(by)
  }
})

describeFollows(
  coe,
  runsOf(anyCommand),
  {
    'an event of another hospital': inAnotherStream,
    'a code that is too long': changed(({ type }) => (type === 'CoeRegistered' ? { code: 'LONGER' } : undefined)),
    'bank details that nobody proposed': (history, at) =>
      history[at]?.event.type === 'CoeBankProposed' && history.some(({ event }) => event.type === 'CoeBankConfirmed')
        ? history.filter(({ event }) => event.type !== 'CoeBankProposed')
        : undefined,
    'anything before it is registered': (history, at) =>
      at === 0 && history.length > 1 ? history.slice(1) : undefined,
  },
  coeId,
)
