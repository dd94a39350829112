import { SHARES, type Share } from '#domain/kernel/accounts.ts'
import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { type Kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { INVOICE_STEPS, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import { PhoneNumber } from '#domain/kernel/phone-number.ts'
import { DEFAULT_DEADLINES, DEFAULT_FUNDING_CAP, DEFAULT_SHARES } from './defaults.ts'
import type { SettingEvent } from './events.ts'
import { MOST_HOURS } from './most-hours.ts'
import {
  decideLimit,
  evolveLimit,
  type LimitCommand,
  type LimitRefusal,
  type SecondPersonLimit,
} from './second-person-limit.ts'

/** Parts of a drug payment in basis points (10,000 = 100 %). */
export type Shares = Readonly<Record<Share, number>>
/** The working hours that a bill may wait for each step, on an invoice for the CMD's as well. */
export type Deadlines = Readonly<Record<InvoiceStep, number>>
export type SettingCommand =
  | Command<'SetShares', Shares>
  | Command<'SetFundingCap', { readonly amount: Kobo }>
  | Command<'SetDeadlines', Deadlines>
  | Command<'SetSupportLine', { readonly number: string }>
  | Command<'SetTerms', { readonly text: string }>
  | Command<'SetSecondFactorDemand', { readonly isDemanded: boolean }>
  | LimitCommand
export type SettingRefusal =
  | 'setting_deadline_out_of_bounds'
  | 'setting_shares_not_whole'
  | 'setting_cap_not_positive'
  | 'setting_cap_too_large'
  | 'setting_support_line_no_number'
  | LimitRefusal

/** What was set; `sharesIn`, `fundingCapIn`, `secondPersonAboveIn` and `deadlinesIn` answer what holds. The support line has no number until one is set. */
export type Setting = SecondPersonLimit & {
  readonly shares?: Shares
  readonly fundingCap?: Kobo
  readonly deadlines?: Deadlines
  readonly supportLine?: string
  readonly terms?: { readonly version: number; readonly text: string }
  readonly isSecondFactorDemanded?: boolean
}

/** The id of the one stream of settings. */
export const SITE = 'site'

/** The shares of the day, in basis points. */
export const sharesIn = (setting: Setting): Shares => setting.shares ?? DEFAULT_SHARES

/** The funding cap of the day, in kobo. */
export const fundingCapIn = (setting: Setting): Kobo => setting.fundingCap ?? DEFAULT_FUNDING_CAP

/** For how many working hours a bill may wait for each step, of the day. */
export const deadlinesIn = (setting: Setting): Deadlines => setting.deadlines ?? DEFAULT_DEADLINES

function decide(command: SettingCommand, setting: Setting): Decision<SettingEvent, SettingRefusal> {
  const stamp = { by: command.by, at: command.at }
  switch (command.type) {
    case 'SetShares': {
      const { coe, bank, manufacturer, emge } = command.data
      const parts = [coe, bank, manufacturer, emge]
      const isWhole = parts.every((part) => Number.isInteger(part) && part >= 0)
      // domain.md, Money: percentages must add up to 100.
      if (!isWhole || coe + bank + manufacturer + emge !== 10_000) return refuse('setting_shares_not_whole')
      const { shares } = setting
      if (shares !== undefined && SHARES.every((share) => shares[share] === command.data[share])) return []
      return [{ type: 'SharesSet', data: { coe, bank, manufacturer, emge, ...stamp } }]
    }
    case 'SetFundingCap': {
      const { amount } = command.data
      if (amount <= 0) return refuse('setting_cap_not_positive')
      if (amount > MAX_AMOUNT) return refuse('setting_cap_too_large')
      return amount === setting.fundingCap ? [] : [{ type: 'FundingCapSet', data: { amount, ...stamp } }]
    }
    case 'SetDeadlines': {
      const { cmd, initiate, recommend, approve, dfa, permsec } = command.data
      const wanted = { cmd, initiate, recommend, approve, dfa, permsec }
      const isOff = (hours: number) => !Number.isInteger(hours) || hours < 1 || hours > MOST_HOURS
      if (Object.values(wanted).some(isOff)) return refuse('setting_deadline_out_of_bounds', { most: MOST_HOURS })
      const { deadlines } = setting
      if (deadlines !== undefined && INVOICE_STEPS.every((step) => deadlines[step] === wanted[step])) return []
      return [{ type: 'DeadlinesSet', data: { ...wanted, ...stamp } }]
    }
    case 'SetSupportLine': {
      const { number } = command.data
      if (!PhoneNumber.safeParse(number).success) return refuse('setting_support_line_no_number')
      return number === setting.supportLine ? [] : [{ type: 'SupportLineSet', data: { number, ...stamp } }]
    }
    case 'SetTerms': {
      const { text } = command.data
      const { terms } = setting
      if (text === terms?.text) return []
      return [{ type: 'TermsSet', data: { version: (terms?.version ?? 0) + 1, text, ...stamp } }]
    }
    case 'SetSecondFactorDemand': {
      const { isDemanded } = command.data
      if (isDemanded === setting.isSecondFactorDemanded) return []
      return [{ type: 'SecondFactorDemandSet', data: { isDemanded, ...stamp } }]
    }
    default:
      return decideLimit(command, setting)
  }
}

function evolve(setting: Setting, event: SettingEvent): Setting {
  const { type, data } = event
  switch (type) {
    case 'SharesSet': {
      const { coe, bank, manufacturer, emge } = data
      return { ...setting, shares: { coe, bank, manufacturer, emge } }
    }
    case 'FundingCapSet':
      return { ...setting, fundingCap: data.amount }
    case 'DeadlinesSet': {
      const { cmd, initiate, recommend, approve, dfa, permsec } = data
      return { ...setting, deadlines: { cmd, initiate, recommend, approve, dfa, permsec } }
    }
    case 'SupportLineSet':
      return { ...setting, supportLine: data.number }
    case 'TermsSet':
      return { ...setting, terms: { version: data.version, text: data.text } }
    case 'SecondFactorDemandSet':
      return { ...setting, isSecondFactorDemanded: data.isDemanded }
    default:
      return evolveLimit(setting, event)
  }
}

/** Stream `setting-site`. */
export const setting: Decider<Setting, SettingCommand, SettingEvent, SettingRefusal> = {
  category: 'setting',
  initial: () => ({}),
  decide,
  evolve,
}
