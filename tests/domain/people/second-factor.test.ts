import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SecondFactorEvent } from '#domain/people/second-factor/events.ts'
import { secondFactor, type SecondFactorCommand } from '#domain/people/second-factor/second-factor.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const userId = 'one'
const hashOf = (name: string) => name.padEnd(64, '0')
const codes = { recovery: [hashOf('a'), hashOf('b')], pepper: 1 }
const own = { by: userId }
const enrol = (enrolmentId: string, replaces?: string) =>
  command('EnrolSecondFactor', { userId, enrolmentId, secret: 'JBSWY3DPEHPK3PXP', ...codes, replaces }, own)
const remove = (enrolmentId: string) => command('RemoveSecondFactor', { userId, enrolmentId }, own)
const renew = (setId: string, enrolmentId = 'e1') =>
  command('ReplaceRecoveryCodes', { userId, enrolmentId, setId, recovery: [hashOf('c')], pepper: 1 }, own)
const use = (name: string, enrolmentId = 'e1') =>
  command('UseRecoveryCode', { userId, enrolmentId, hash: hashOf(name) }, own)
const ask = (resetId: string, by = 'admin-1') =>
  command('AskReset', { userId, resetId, reason: 'Phone stolen', toConfirm: [] }, { by })
const decline = (resetId: string, by = 'admin-2') =>
  command('DeclineReset', { userId, resetId, reason: 'Found again' }, { by })
const confirm = (resetId: string, by = 'admin-2') => command('ConfirmReset', { userId, resetId }, { by })

const stamp = { userId, by: userId, at: AT }
const enrolled = (enrolmentId: string, replaces?: string): SecondFactorEvent => ({
  type: 'SecondFactorEnrolled',
  data: {
    enrolmentId,
    secret: 'JBSWY3DPEHPK3PXP',
    ...codes,
    ...(replaces === undefined ? {} : { replaces }),
    ...stamp,
  },
})
const removed = (enrolmentId: string): SecondFactorEvent => ({
  type: 'SecondFactorRemoved',
  data: { enrolmentId, ...stamp },
})
const used = (name: string): SecondFactorEvent => ({
  type: 'RecoveryCodeUsed',
  data: { enrolmentId: 'e1', hash: hashOf(name), ...stamp },
})
const renewed = (setId: string): SecondFactorEvent => ({
  type: 'RecoveryCodesReplaced',
  data: { enrolmentId: 'e1', setId, recovery: [hashOf('c')], pepper: 1, ...stamp },
})
const asked = (resetId: string, by = 'admin-1'): SecondFactorEvent => ({
  type: 'SecondFactorResetAsked',
  data: { resetId, reason: 'Phone stolen', toConfirm: [], ...stamp, by },
})
const declined = (resetId: string, by = 'admin-2'): SecondFactorEvent => ({
  type: 'SecondFactorResetDeclined',
  data: { resetId, reason: 'Found again', ...stamp, by },
})
const reset = (resetId: string, by = 'admin-2'): SecondFactorEvent => ({
  type: 'SecondFactorReset',
  data: { resetId, ...stamp, by },
})

test('a second factor is enrolled once, replaced only by whoever shows a code of it, and never comes again', () => {
  given(secondFactor).when(enrol('e1')).then(enrolled('e1'))
  given(secondFactor, enrolled('e1')).when(enrol('e1')).thenNothing()
  given(secondFactor, enrolled('e1')).when(enrol('e2')).thenRefused('second_factor_on')
  given(secondFactor, enrolled('e1')).when(enrol('e2', 'e0')).thenRefused('second_factor_on')
  given(secondFactor, enrolled('e1')).when(enrol('e2', 'e1')).then(enrolled('e2', 'e1'))
  given(secondFactor, enrolled('e1'), enrolled('e2', 'e1'))
    .when(enrol('e1', 'e2'))
    .thenRefused('second_factor_enrolment_over')
  given(secondFactor, enrolled('e1'), removed('e1')).when(enrol('e1')).thenRefused('second_factor_enrolment_over')
})

test('it is removed by whoever shows a code of it', () => {
  given(secondFactor, enrolled('e1')).when(remove('e1')).then(removed('e1'))
  given(secondFactor, enrolled('e1'), removed('e1')).when(remove('e1')).thenNothing()
  given(secondFactor, enrolled('e1'), enrolled('e2', 'e1')).when(remove('e1')).thenRefused('second_factor_off')
  given(secondFactor).when(remove('e1')).thenRefused('second_factor_off')
})

test('nobody does so in another’s place', () => {
  for (const mine of [enrol('e1'), remove('e1'), renew('s1'), use('a')])
    given(secondFactor, enrolled('e1'))
      .when({ ...mine, by: 'admin-1' })
      .thenRefused('second_factor_not_own')
})

test('a recovery code is used once, and other codes end those from before', () => {
  given(secondFactor, enrolled('e1')).when(use('a')).then(used('a'))
  given(secondFactor, enrolled('e1'), used('a')).when(use('a')).thenRefused('second_factor_code_used')
  given(secondFactor, enrolled('e1'), used('a')).when(use('b')).then(used('b'))
  given(secondFactor, enrolled('e1')).when(use('z')).thenRefused('second_factor_code_used')
  given(secondFactor, enrolled('e1')).when(renew('s1')).then(renewed('s1'))
  given(secondFactor, enrolled('e1'), renewed('s1')).when(renew('s1')).thenNothing()
  given(secondFactor, enrolled('e1'), renewed('s1')).when(use('b')).thenRefused('second_factor_code_used')
  given(secondFactor, enrolled('e1'), removed('e1')).when(use('a')).thenRefused('second_factor_off')
})

test('one administrator asks for a reset and another confirms it; neither is whose it is', () => {
  given(secondFactor, enrolled('e1')).when(ask('r1')).then(asked('r1'))
  given(secondFactor, enrolled('e1'), asked('r1')).when(ask('r1')).thenNothing()
  given(secondFactor, enrolled('e1'), asked('r1')).when(ask('r2')).thenRefused('second_factor_reset_pending')
  given(secondFactor).when(ask('r1')).thenRefused('second_factor_off')
  given(secondFactor, enrolled('e1')).when(ask('r1', userId)).thenRefused('second_factor_reset_own')
  given(secondFactor, enrolled('e1'), asked('r1')).when(confirm('r1')).then(reset('r1'))
  given(secondFactor, enrolled('e1'), asked('r1'), reset('r1')).when(confirm('r1')).thenNothing()
  given(secondFactor, enrolled('e1'), asked('r1'))
    .when(confirm('r1', 'admin-1'))
    .thenRefused('second_factor_reset_same_person')
  given(secondFactor, enrolled('e1'), asked('r1')).when(confirm('r1', userId)).thenRefused('second_factor_reset_own')
  given(secondFactor, enrolled('e1')).when(confirm('r1')).thenRefused('second_factor_reset_none')
})

test('a reset is declined by anybody whom it concerns, and ends when its owner enrols', () => {
  for (const by of ['admin-1', 'admin-2', userId])
    given(secondFactor, enrolled('e1'), asked('r1')).when(decline('r1', by)).then(declined('r1', by))
  given(secondFactor, enrolled('e1'), asked('r1'), declined('r1'))
    .when(confirm('r1'))
    .thenRefused('second_factor_reset_none')
  given(secondFactor, enrolled('e1'), asked('r1'), declined('r1')).when(ask('r2')).then(asked('r2'))
  given(secondFactor, enrolled('e1'), asked('r1'), enrolled('e2', 'e1'))
    .when(confirm('r1'))
    .thenRefused('second_factor_reset_none')
})

const id = fc.constantFrom('1', '2', '3')
const administrator = fc.constantFrom('admin-1', 'admin-2', userId)
const anyCommand: fc.Arbitrary<SecondFactorCommand> = fc.oneof(
  fc.tuple(id, fc.option(id, { nil: undefined })).map(([one, other]) => enrol(`e${one}`, other && `e${other}`)),
  fc.uuid().map((one) => enrol(one)),
  fc.tuple(fc.uuid(), id).map(([one, other]) => enrol(one, `e${other}`)),
  id.map((one) => remove(`e${one}`)),
  fc.tuple(fc.uuid(), id).map(([set, one]) => renew(set, `e${one}`)),
  fc.tuple(fc.constantFrom('a', 'b', 'c'), id).map(([name, one]) => use(name, `e${one}`)),
  fc.tuple(id, administrator).map(([one, by]) => ask(`r${one}`, by)),
  fc.tuple(id, administrator).map(([one, by]) => decline(`r${one}`, by)),
  fc.tuple(id, administrator).map(([one, by]) => confirm(`r${one}`, by)),
)
describeDeciderProperties(secondFactor, anyCommand, ({ on, enrolments, reset: pending, resets }) => {
  if (on !== undefined) expect(enrolments).toContain(on.id)
  if (pending === undefined) return
  expect(on).toBeDefined()
  expect(resets.get(pending.id)).toEqual({ proposedBy: pending.by })
  expect(pending.by).not.toBe(userId)
})

describeFollows(secondFactor, runsOf(anyCommand), {
  'the second factor of another': inAnotherStream,
  'one that its owner did not enrol': changed(({ type }) =>
    type === 'SecondFactorEnrolled' ? { by: 'admin-1' } : undefined,
  ),
  'one that took another’s place than it did': changed(({ type }) =>
    type === 'SecondFactorEnrolled' ? { replaces: 'e9' } : undefined,
  ),
  'a recovery code that was never given': changed(({ type }) =>
    type === 'RecoveryCodeUsed' ? { hash: hashOf('z') } : undefined,
  ),
  'a reset that was not asked for': changed(({ type }) =>
    type === 'SecondFactorReset' ? { resetId: 'r9' } : undefined,
  ),
})
