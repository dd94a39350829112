import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { DEFAULT_FUNDING_CAP, DEFAULT_SHARES } from '#domain/people/setting/defaults.ts'
import type { SettingEvent } from '#domain/people/setting/events.ts'
import { type LimitCommand, secondPersonAboveIn } from '#domain/people/setting/second-person-limit.ts'
import { fundingCapIn, setting, type SettingCommand, sharesIn } from '#domain/people/setting/setting.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const stamp = { by: 'user-1', at: AT }
const parts = (coe: number, bank: number, manufacturer: number, emge: number) => ({ coe, bank, manufacturer, emge })
const set = (...shares: Parameters<typeof parts>): SettingEvent => ({
  type: 'SharesSet',
  data: { ...parts(...shares), ...stamp },
})

test('the defaults hold until something is set, and add up to the whole', () => {
  expect(sharesIn(setting.initial())).toEqual(DEFAULT_SHARES)
  expect(Object.values(DEFAULT_SHARES).reduce((a, b) => a + b)).toBe(10_000)
  expect(fundingCapIn(setting.initial())).toBe(2_000_000_00)
})

test('shares that add up to 100 % are set', () => {
  given(setting)
    .when(command('SetShares', parts(8_000, 500, 1_000, 500)))
    .then(set(8_000, 500, 1_000, 500))
  given(setting, set(8_000, 500, 1_000, 500))
    .when(command('SetShares', parts(8_000, 500, 1_000, 500)))
    .thenNothing()
  expect(sharesIn([set(8_000, 500, 1_000, 500)].reduce(setting.evolve, setting.initial())).coe).toBe(8_000)
})

test('the defaults can be set, so that they stand in the log', () => {
  given(setting)
    .when(command('SetShares', DEFAULT_SHARES))
    .then({ type: 'SharesSet', data: { ...DEFAULT_SHARES, ...stamp } })
})

test.each([
  ['too much', parts(8_000, 500, 1_000, 501)],
  ['too little', parts(8_000, 500, 1_000, 499)],
  ['below zero', parts(10_001, -1, 0, 0)],
  ['fractions', parts(9_999.5, 0.5, 0, 0)],
])('shares with %s are refused', (_, shares) => {
  given(setting).when(command('SetShares', shares)).thenRefused('setting_shares_not_whole')
})

test('the funding cap is above zero', () => {
  const amount = kobo(3_000_000_00)
  const capSet: SettingEvent = { type: 'FundingCapSet', data: { amount, ...stamp } }
  given(setting).when(command('SetFundingCap', { amount })).then(capSet)
  given(setting, capSet).when(command('SetFundingCap', { amount })).thenNothing()
  given(setting)
    .when(command('SetFundingCap', { amount: kobo(0) }))
    .thenRefused('setting_cap_not_positive')
})

test('the amount above which it takes two is fifty million naira until it is set, and above zero', () => {
  const amount = kobo(7_000_000_00)
  const limitSet: SettingEvent = { type: 'SecondPersonAboveSet', data: { amount, ...stamp } }
  const set = (of: number) => command('SetSecondPersonAbove', { amount: kobo(of) })
  expect(secondPersonAboveIn(setting.initial())).toBe(50_000_000_00)
  given(setting).when(set(amount)).then(limitSet)
  given(setting, limitSet).when(set(amount)).thenNothing()
  expect(secondPersonAboveIn(setting.evolve(setting.initial(), limitSet))).toBe(amount)
  given(setting).when(set(0)).thenRefused('setting_limit_not_positive')
  given(setting)
    .when(set(MAX_AMOUNT + 1))
    .thenRefused('setting_limit_too_large')
  given(setting, limitSet)
    .when(set(amount + 1))
    .thenRefused('setting_limit_needs_two')
})

const request = 'request-1'
const amount = kobo(7_000_000_00)
const proposed: SettingEvent = {
  type: 'SecondPersonAboveProposed',
  data: { request, amount, reason: 'Prices have risen', ...stamp },
}
const propose = (of: number, reason = 'Prices have risen', id = request) =>
  command('ProposeSecondPersonAbove', { amount: kobo(of), reason }, { id })
const limitAfter = (...events: readonly SettingEvent[]) =>
  secondPersonAboveIn(events.reduce(setting.evolve, setting.initial()))

test('another amount is one that is allowed, with a reason, and one waits at a time; until then the old one holds', () => {
  given(setting).when(propose(amount)).then(proposed)
  expect(limitAfter(proposed)).toBe(50_000_000_00)
  given(setting, proposed).when(propose(amount)).thenNothing()
  given(setting, proposed)
    .when(propose(amount, 'Again', 'request-2'))
    .thenRefused('setting_limit_waiting')
  given(setting).when(propose(0)).thenRefused('setting_limit_not_positive')
  given(setting)
    .when(propose(MAX_AMOUNT + 1))
    .thenRefused('setting_limit_too_large')
  given(setting).when(propose(50_000_000_00)).thenRefused('setting_limit_unchanged')
  given(setting).when(propose(amount, ' \n')).thenRefused('setting_reason_required')
})

test('a second person confirms or declines the amount, and its proposer withdraws it', () => {
  const by = 'user-2'
  const of = (type: 'ConfirmSecondPersonAbove' | 'WithdrawSecondPersonAbove', who: string) =>
    command(type, { request }, { by: who })
  const confirmed: SettingEvent = { type: 'SecondPersonAboveConfirmed', data: { request, amount, by, at: AT } }
  given(setting, proposed).when(of('ConfirmSecondPersonAbove', by)).then(confirmed)
  expect(limitAfter(proposed, confirmed)).toBe(amount)
  const decline = (reason: string) => command('DeclineSecondPersonAbove', { request, reason }, { by })
  const declined: SettingEvent = { type: 'SecondPersonAboveDeclined', data: { request, reason: 'No', by, at: AT } }
  given(setting, proposed).when(decline('No')).then(declined)
  given(setting, proposed).when(decline(' ')).thenRefused('setting_reason_required')
  const withdrawn: SettingEvent = { type: 'SecondPersonAboveWithdrawn', data: { request, ...stamp } }
  given(setting, proposed).when(of('WithdrawSecondPersonAbove', 'user-1')).then(withdrawn)
  for (const ended of [declined, withdrawn]) expect(limitAfter(proposed, ended)).toBe(50_000_000_00)

  given(setting, proposed).when(of('ConfirmSecondPersonAbove', 'user-1')).thenRefused('setting_limit_same_person')
  given(setting, proposed).when(of('WithdrawSecondPersonAbove', by)).thenRefused('setting_limit_of_another')
  given(setting, proposed, confirmed)
    .when(decline('No'))
    .thenRefused('setting_limit_not_waiting', { ended: 'confirmed' })
  given(setting).when(of('ConfirmSecondPersonAbove', by)).thenRefused('setting_limit_not_waiting')
  given(setting, proposed, withdrawn).when(propose(amount)).thenNothing()
})

test('the support line has eleven digits, and none until it is set', () => {
  const lineSet: SettingEvent = { type: 'SupportLineSet', data: { number: '08000000100', ...stamp } }
  expect(setting.initial().supportLine).toBeUndefined()
  given(setting)
    .when(command('SetSupportLine', { number: '08000000100' }))
    .then(lineSet)
  given(setting, lineSet)
    .when(command('SetSupportLine', { number: '08000000100' }))
    .thenNothing()
  for (const number of ['', '0800000010', '080000001000', '0800 000 010', '+2348000000'])
    given(setting, lineSet).when(command('SetSupportLine', { number })).thenRefused('setting_support_line_no_number')
})

test('whether a second factor is demanded is not said until it is set, and can be taken back', () => {
  const demandSet = (isDemanded: boolean): SettingEvent => ({
    type: 'SecondFactorDemandSet',
    data: { isDemanded, ...stamp },
  })
  const demand = (isDemanded: boolean) => command('SetSecondFactorDemand', { isDemanded })
  expect(setting.initial().isSecondFactorDemanded).toBeUndefined()
  given(setting).when(demand(true)).then(demandSet(true))
  given(setting, demandSet(true)).when(demand(true)).thenNothing()
  given(setting, demandSet(true)).when(demand(false)).then(demandSet(false))
})

test('other terms are the next version; the same ones again are none', () => {
  const termsSet = (version: number, text: string): SettingEvent => ({
    type: 'TermsSet',
    data: { version, text, ...stamp },
  })
  const set = (text: string) => command('SetTerms', { text })
  given(setting).when(set('Be honest.')).then(termsSet(1, 'Be honest.'))
  given(setting, termsSet(1, 'Be honest.')).when(set('Be honest.')).thenNothing()
  given(setting, termsSet(1, 'Be honest.')).when(set('Be kind.')).then(termsSet(2, 'Be kind.'))
})

test('deadlines are whole hours between one and nine hundred, and said once', () => {
  const deadlines = { cmd: 18, initiate: 45, recommend: 18, approve: 18, dfa: 18, permsec: 9 }
  const deadlinesSet: SettingEvent = { type: 'DeadlinesSet', data: { ...deadlines, ...stamp } }
  const set = (over: Partial<typeof deadlines> = {}) => command('SetDeadlines', { ...deadlines, ...over })
  given(setting).when(set()).then(deadlinesSet)
  given(setting, deadlinesSet).when(set()).thenNothing()
  for (const cmd of [0, 901])
    given(setting).when(set({ cmd })).thenRefused('setting_deadline_out_of_bounds', { most: 900 })
  for (const permsec of [0, 901, 1.5, -1])
    given(setting, deadlinesSet).when(set({ permsec })).thenRefused('setting_deadline_out_of_bounds', { most: 900 })
})

const anyLimitCommand: fc.Arbitrary<LimitCommand> = fc
  .record({
    type: fc.constantFrom('Propose' as const, 'Confirm' as const, 'Decline' as const, 'Withdraw' as const),
    nth: fc.integer({ min: 1, max: 3 }),
    by: fc.constantFrom('user-1', 'user-2'),
  })
  .map(({ type, nth, by }) => {
    const [of, reason] = [`request-${nth}`, 'So it is']
    // One id is one command.
    if (type === 'Propose') return command('ProposeSecondPersonAbove', { amount: kobo(nth), reason }, { id: of })
    return type === 'Decline'
      ? command('DeclineSecondPersonAbove', { request: of, reason }, { by })
      : command(`${type}SecondPersonAbove`, { request: of }, { by })
  })
const anyCommand: fc.Arbitrary<SettingCommand> = fc.oneof(
  { arbitrary: anyLimitCommand, weight: 4 },
  fc.integer({ min: -1, max: 2 }).map((n) => command('SetShares', parts(10_000 - n, n, 0, 0))),
  fc.integer({ min: 9_998, max: 10_002 }).map((coe) => command('SetShares', parts(coe, 0, 0, 0))),
  fc.integer({ min: -1, max: 3 }).map((amount) => command('SetFundingCap', { amount: kobo(amount) })),
  fc.integer({ min: -1, max: 3 }).map((amount) => command('SetSecondPersonAbove', { amount: kobo(amount) })),
  fc.constantFrom('08000000100', '08000000200', 'none').map((number) => command('SetSupportLine', { number })),
  fc.constantFrom('Be honest.', 'Be kind.').map((text) => command('SetTerms', { text })),
  fc
    .integer({ min: -1, max: 2 })
    .map((dfa) => command('SetDeadlines', { cmd: 18, initiate: 45, recommend: 18, approve: 18, dfa, permsec: 18 })),
  fc.boolean().map((isDemanded) => command('SetSecondFactorDemand', { isDemanded })),
)
describeDeciderProperties(setting, anyCommand, (state) => {
  const { coe, bank, manufacturer, emge } = sharesIn(state)
  expect(coe + bank + manufacturer + emge).toBe(10_000)
  expect(Math.min(coe, bank, manufacturer, emge)).toBeGreaterThanOrEqual(0)
  expect(fundingCapIn(state)).toBeGreaterThan(0)
  expect(secondPersonAboveIn(state)).toBeGreaterThan(0)
  if (state.supportLine !== undefined) expect(state.supportLine).toMatch(/^\d{11}$/)
  if (state.fundingCap === undefined) expect(fundingCapIn(state)).toBe(DEFAULT_FUNDING_CAP)
})

describeFollows(
  setting,
  runsOf(anyCommand),
  {
    'a setting of another place': inAnotherStream,
    'shares that do not add up': changed(({ data }) => ('coe' in data ? { coe: data.coe + 1 } : undefined)),
    'a deadline of nothing': changed(({ type }) => (type === 'DeadlinesSet' ? { dfa: 0 } : undefined)),
    'a cap of nothing': changed(({ type }) => (type === 'FundingCapSet' ? { amount: 0 } : undefined)),
    'a limit that nobody confirmed': changed(({ type, data }) =>
      type === 'SecondPersonAboveConfirmed' ? { amount: data.amount + 1 } : undefined,
    ),
    'a limit that its proposer confirmed': (history, at) => {
      const line = history[at]
      if (line?.event.type !== 'SecondPersonAboveConfirmed') return undefined
      const by = line.event.data.by === 'user-1' ? 'user-2' : 'user-1'
      const event = { ...line.event, data: { ...line.event.data, by } }
      return history.with(at, { event, written: { ...line.written, actor: by } })
    },
    'a limit that one person changed': (history, at) => {
      const line = history[at]
      if (line?.event.type !== 'SecondPersonAboveSet') return undefined
      const event = { ...line.event, data: { ...line.event.data, amount: kobo(line.event.data.amount + 1) } }
      return history.toSpliced(at + 1, 0, { ...line, event })
    },
    'a limit of nothing': changed(({ type }) => (type === 'SecondPersonAboveSet' ? { amount: 0 } : undefined)),
    'a version of the terms that was left out': changed(({ type, data }) =>
      type === 'TermsSet' ? { version: data.version + 1 } : undefined,
    ),
    'a line of nobody': changed(({ type }) => (type === 'SupportLineSet' ? { number: '0800' } : undefined)),
  },
  'site',
)
