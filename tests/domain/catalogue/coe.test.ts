import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coe, type CoeCommand } from '#domain/catalogue/coe/coe.ts'
import type { CoeDetails, CoeEvent } from '#domain/catalogue/coe/events.ts'
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

test('the details of a hospital change, and the bank it is paid at with them', () => {
  const bank = { ...details, bankName: 'Bank of Industry', bankAccountNumber: '0123456789' }
  given(coe, registered)
    .when(command('ChangeCoeDetails', { coeId, ...bank }))
    .then({ type: 'CoeDetailsChanged', data: { ...bank, ...stamp } })
  given(coe, registered)
    .when(command('ChangeCoeDetails', { coeId, ...details }))
    .thenNothing()
  given(coe)
    .when(command('ChangeCoeDetails', { coeId, ...details }))
    .thenRefused('coe_unknown')
})

test('a hospital is deactivated and activated again', () => {
  const deactivated: CoeEvent = { type: 'CoeDeactivated', data: stamp }
  given(coe, registered).when(command('DeactivateCoe', { coeId })).then(deactivated)
  given(coe, registered, deactivated).when(command('DeactivateCoe', { coeId })).thenNothing()
  given(coe, registered, deactivated)
    .when(command('ActivateCoe', { coeId }))
    .then({ type: 'CoeActivated', data: stamp })
})

const anyCommand: fc.Arbitrary<CoeCommand> = fc.oneof(
  fc.record({ code: fc.string({ maxLength: 7 }), name: fc.constantFrom('A', 'B') }).map(register),
  fc.constantFrom('A', 'B').map((name) => command('ChangeCoeDetails', { coeId, ...details, name })),
  fc.constantFrom('DeactivateCoe' as const, 'ActivateCoe' as const).map((type) => command(type, { coeId })),
)
describeDeciderProperties(coe, anyCommand, (state, history) => {
  expect(state.status === 'none').toBe(history.length === 0)
  if (state.status !== 'none') expect(state.code.length).toBeLessThanOrEqual(5)
  expect(history.filter(({ type }) => type === 'CoeRegistered').length).toBeLessThanOrEqual(1)
})

describeFollows(
  coe,
  runsOf(anyCommand),
  {
    'an event of another hospital': inAnotherStream,
    'a code that is too long': changed(({ type }) => (type === 'CoeRegistered' ? { code: 'LONGER' } : undefined)),
    'anything before it is registered': (history, at) =>
      at === 0 && history.length > 1 ? history.slice(1) : undefined,
  },
  coeId,
)
