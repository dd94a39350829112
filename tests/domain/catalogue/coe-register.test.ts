import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL_COES, coeRegister, type CoeRegisterCommand } from '#domain/catalogue/coe-register/coe-register.ts'
import type { CoeRegisterEvent } from '#domain/catalogue/coe-register/events.ts'
import { proposedCode } from '#domain/kernel/short-code.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const entered = (coeId: string, code: string): CoeRegisterEvent => ({
  type: 'CoeEntered',
  data: { coeId, code, by: 'user-1', at: AT },
})
const enter = (coeId: string, code: string) => command('EnterCoe', { coeId, code })
const takeBack = (coeId: string) => command('TakeBackCoe', { coeId })

test("a code is one hospital's, whatever the capitals, until that hospital is taken back", () => {
  given(coeRegister).when(enter('uch', 'UCH')).then(entered('uch', 'UCH'))
  given(coeRegister, entered('uch', 'UCH')).when(enter('uch', 'UCH')).thenNothing()
  given(coeRegister, entered('uch', 'UCH')).when(enter('lasuth', 'uch')).thenRefused('coe_code_taken')
  given(coeRegister, entered('uch', 'UCH')).when(enter('uch', 'LUTH')).thenRefused('coe_code_taken')
  const back: CoeRegisterEvent = { type: 'CoeTakenBack', data: { coeId: 'uch', by: 'user-1', at: AT } }
  given(coeRegister, entered('uch', 'UCH')).when(takeBack('uch')).then(back)
  given(coeRegister, entered('uch', 'UCH'), back).when(takeBack('uch')).thenNothing()
  given(coeRegister, entered('uch', 'UCH'), back).when(enter('uch', 'UCH')).thenRefused('coe_taken_back')
  given(coeRegister, entered('uch', 'UCH'), back).when(enter('other', 'UCH')).then(entered('other', 'UCH'))
  given(coeRegister).when(takeBack('uch')).thenRefused('coe_unknown')
})

test('a code has one to five characters, and none of them is a blank', () => {
  for (const code of ['', 'UC H', 'UCHIBD'])
    given(coeRegister).when(enter('uch', code)).thenRefused('coe_code_too_long')
})

test.each([
  ['University College Hospital', 'UCH'],
  ['University of Nigeria Teaching Hospital, Ituku-Ozalla', 'UNTHI'],
  ['lagos island hospital', 'LIH'],
  ['Ọlábísí Ọnàbánjọ Hospital', 'ỌỌH'],
  ['123', ''],
])('the name %s suggests the code %s', (name, code) => {
  expect(proposedCode(name)).toBe(code)
})

const ids = fc.constantFrom('c1', 'c2', 'c3')
const anyCommand: fc.Arbitrary<CoeRegisterCommand> = fc.oneof(
  fc
    .record({ coeId: ids, code: fc.constantFrom('UCH', 'uch', 'LUTH', 'TOOLONG') })
    .map(({ coeId, code }) => enter(coeId, code)),
  ids.map(takeBack),
)
describeDeciderProperties(coeRegister, anyCommand, (register) => {
  const codes = [...register.values()].filter(({ isTakenBack }) => !isTakenBack).map(({ code }) => code.toLowerCase())
  expect(new Set(codes).size).toBe(codes.length)
})
describeFollows(
  coeRegister,
  runsOf(anyCommand),
  {
    'an event of another stream': inAnotherStream,
    'a code that is too long': changed(({ type }) => (type === 'CoeEntered' ? { code: 'LONGER' } : undefined)),
    'a hospital taken back that was never entered': changed(({ type }) =>
      type === 'CoeTakenBack' ? { coeId: 'c4' } : undefined,
    ),
  },
  ALL_COES,
)
