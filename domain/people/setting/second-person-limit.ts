import { isBlank } from '#domain/kernel/blank.ts'
import { type Command, type Decision, refuse } from '#domain/kernel/decider.ts'
import { type Kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { checkTwoPersonEnd, type TwoPersonOutcome, type TwoPersonRefusals } from '#domain/kernel/two-person.ts'
import { DEFAULT_SECOND_PERSON_ABOVE } from './defaults.ts'
import type { SettingEvent } from './events.ts'

/** `request` is the id of the command that proposed the limit. */
type OfProposal = { readonly request: string }
export type LimitCommand =
  /** The first limit, which an installation sets. Two people change it after that. */
  | Command<'SetSecondPersonAbove', { readonly amount: Kobo }>
  | Command<'ProposeSecondPersonAbove', { readonly amount: Kobo; readonly reason: string }>
  /** By anybody but its proposer. */
  | Command<'ConfirmSecondPersonAbove', OfProposal>
  | Command<'DeclineSecondPersonAbove', OfProposal & { readonly reason: string }>
  /** By its proposer. */
  | Command<'WithdrawSecondPersonAbove', OfProposal>

export type LimitRefusal =
  | 'setting_limit_not_positive'
  | 'setting_limit_too_large'
  | 'setting_limit_unchanged'
  | 'setting_limit_needs_two'
  | 'setting_limit_waiting'
  | 'setting_limit_not_waiting'
  | 'setting_limit_same_person'
  | 'setting_limit_of_another'
  | 'setting_reason_required'

export type LimitProposal = OfProposal & {
  readonly amount: Kobo
  readonly reason: string
  readonly by: string
  readonly at: string
}
/** The limit above which a movement of funds needs a second person, and the other one that waits. */
export type SecondPersonLimit = {
  readonly secondPersonAbove?: Kobo
  readonly limitProposal?: LimitProposal | undefined
  /** The outcomes of earlier proposals. */
  readonly endedLimits?: ReadonlyMap<string, TwoPersonOutcome>
}

/** Above how much (kobo) a credit to the pool or an allocation needs a second person, of the day. */
export const secondPersonAboveIn = (limit: SecondPersonLimit): Kobo =>
  limit.secondPersonAbove ?? DEFAULT_SECOND_PERSON_ABOVE

/** One person proposes another limit, and a second one confirms it: whoever it binds could else lift it alone. */
export function decideLimit(
  command: LimitCommand,
  limit: SecondPersonLimit,
): Decision<Extract<SettingEvent, { readonly type: LimitEvent }>, LimitRefusal> {
  const { by, at } = command
  const { limitProposal: proposal, endedLimits: ended } = limit
  switch (command.type) {
    case 'SetSecondPersonAbove': {
      const { amount } = command.data
      const wrong = wrongAmount(amount)
      if (wrong) return wrong
      if (amount === limit.secondPersonAbove) return []
      if (limit.secondPersonAbove !== undefined) return refuse('setting_limit_needs_two')
      return [{ type: 'SecondPersonAboveSet', data: { amount, by, at } }]
    }
    case 'ProposeSecondPersonAbove': {
      const { amount, reason } = command.data
      const request = command.id
      if (proposal?.request === request || ended?.has(request)) return []
      if (proposal !== undefined) return refuse('setting_limit_waiting')
      const wrong = wrongAmount(amount)
      if (wrong) return wrong
      if (amount === secondPersonAboveIn(limit)) return refuse('setting_limit_unchanged')
      if (isBlank(reason)) return refuse('setting_reason_required')
      return [{ type: 'SecondPersonAboveProposed', data: { request, amount, reason, by, at } }]
    }
  }
  const { request } = command.data
  const waiting = proposal?.request === request ? proposal : undefined
  const act = { proposedBy: waiting?.by, ended: ended?.get(request) }
  const over = checkTwoPersonEnd(act, { as: AS[command.type], by }, REFUSALS)
  if (over || waiting === undefined) return over ?? refuse('setting_limit_not_waiting')
  switch (command.type) {
    case 'ConfirmSecondPersonAbove':
      return [{ type: 'SecondPersonAboveConfirmed', data: { request, amount: waiting.amount, by, at } }]
    case 'WithdrawSecondPersonAbove':
      return [{ type: 'SecondPersonAboveWithdrawn', data: { request, by, at } }]
    case 'DeclineSecondPersonAbove': {
      const { reason } = command.data
      if (isBlank(reason)) return refuse('setting_reason_required')
      return [{ type: 'SecondPersonAboveDeclined', data: { request, reason, by, at } }]
    }
  }
}

type LimitEvent = 'SecondPersonAboveSet' | 'SecondPersonAboveProposed' | keyof typeof ENDED_AS
const AS = {
  ConfirmSecondPersonAbove: 'confirmed',
  DeclineSecondPersonAbove: 'declined',
  WithdrawSecondPersonAbove: 'withdrawn',
} as const
const ENDED_AS = {
  SecondPersonAboveConfirmed: 'confirmed',
  SecondPersonAboveDeclined: 'declined',
  SecondPersonAboveWithdrawn: 'withdrawn',
} as const
const REFUSALS: TwoPersonRefusals<LimitRefusal> = {
  notWaiting: 'setting_limit_not_waiting',
  samePerson: 'setting_limit_same_person',
  ofAnother: 'setting_limit_of_another',
}

function wrongAmount(amount: Kobo) {
  if (amount <= 0) return refuse('setting_limit_not_positive')
  return amount > MAX_AMOUNT ? refuse('setting_limit_too_large') : undefined
}

/** The limit after an event of it. */
export function evolveLimit<S extends SecondPersonLimit>(
  limit: S,
  { type, data }: Extract<SettingEvent, { readonly type: LimitEvent }>,
): S {
  switch (type) {
    case 'SecondPersonAboveSet':
      return { ...limit, secondPersonAbove: data.amount }
    case 'SecondPersonAboveProposed': {
      const { request, amount, reason, by, at } = data
      return { ...limit, limitProposal: { request, amount, reason, by, at } }
    }
    default: {
      const endedLimits = new Map(limit.endedLimits).set(data.request, { as: ENDED_AS[type], by: data.by })
      const confirmed = type === 'SecondPersonAboveConfirmed' ? { secondPersonAbove: data.amount } : {}
      return { ...limit, ...confirmed, endedLimits, limitProposal: undefined }
    }
  }
}
