import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import {
  checkTwoPersonEnd,
  type TwoPersonAct,
  type TwoPersonOutcome,
  type TwoPersonRefusals,
} from '#domain/kernel/two-person.ts'
import type { SecondFactorEvent } from './events.ts'

type Id = { readonly userId: string }
/** Keyed hashes (hex) of codes, and the number of the pepper that they are made under. */
export type Recovery = { readonly recovery: readonly string[]; readonly pepper: number }

export type SecondFactorCommand =
  /** A code of the secret was shown. `replaces`: the one that is on, of which a code was shown too. */
  | Command<
      'EnrolSecondFactor',
      Id & Recovery & { readonly enrolmentId: string; readonly secret: string; readonly replaces?: string | undefined }
    >
  /** A code of this very one was shown, as with all that name an `enrolmentId`. */
  | Command<'RemoveSecondFactor', Id & { readonly enrolmentId: string }>
  | Command<'ReplaceRecoveryCodes', Id & Recovery & { readonly enrolmentId: string; readonly setId: string }>
  | Command<'UseRecoveryCode', Id & { readonly enrolmentId: string; readonly hash: string }>
  | Command<
      'AskReset',
      Id & { readonly resetId: string; readonly reason: string; readonly toConfirm: readonly string[] }
    >
  | Command<'DeclineReset', Id & { readonly resetId: string; readonly reason: string }>
  | Command<'ConfirmReset', Id & { readonly resetId: string }>

export type SecondFactorRefusal =
  | 'second_factor_not_own'
  | 'second_factor_off'
  | 'second_factor_on'
  | 'second_factor_enrolment_over'
  | 'second_factor_code_used'
  | 'second_factor_reset_own'
  | 'second_factor_reset_pending'
  | 'second_factor_reset_none'
  | 'second_factor_reset_same_person'

/** What an app on somebody's phone makes codes from. */
export type Enrolment = Recovery & {
  readonly id: string
  readonly secret: string
  /** ISO, UTC. */
  readonly since: string
  readonly setId: string | undefined
}
export type PendingReset = { readonly id: string; readonly by: string; readonly at: string; readonly reason: string }
export type SecondFactor = {
  /** Undefined while they sign in by their password alone. */
  readonly on?: Enrolment | undefined
  /** Every enrolment that there was: none comes again. */
  readonly enrolments: ReadonlySet<string>
  readonly reset?: PendingReset | undefined
  /** Every reset that was asked for, by its id. */
  readonly resets: ReadonlyMap<string, TwoPersonAct>
}

function decide(command: SecondFactorCommand, state: SecondFactor): Decision<SecondFactorEvent, SecondFactorRefusal> {
  switch (command.type) {
    case 'AskReset':
    case 'DeclineReset':
    case 'ConfirmReset':
      return decideReset(command, state)
    default:
      // Nobody shows a code in another's place (domain.md, Sign-in).
      return command.by === command.data.userId ? decideOwn(command, state) : refuse('second_factor_not_own')
  }
}

type OwnCommand = Exclude<SecondFactorCommand, { readonly type: 'AskReset' | 'DeclineReset' | 'ConfirmReset' }>
type ResetCommand = Exclude<SecondFactorCommand, OwnCommand>

function decideOwn(
  command: OwnCommand,
  { on, enrolments }: SecondFactor,
): Decision<SecondFactorEvent, SecondFactorRefusal> {
  const { userId, enrolmentId } = command.data
  const stamp = { userId, by: command.by, at: command.at }
  if (command.type === 'EnrolSecondFactor') {
    const { secret, recovery, pepper, replaces } = command.data
    if (on?.id === enrolmentId) return []
    if (enrolments.has(enrolmentId)) return refuse('second_factor_enrolment_over')
    if (on !== undefined && on.id !== replaces) return refuse('second_factor_on')
    const replaced = on === undefined ? {} : { replaces: on.id }
    const data = { enrolmentId, secret, recovery: [...recovery], pepper, ...replaced, ...stamp }
    return [{ type: 'SecondFactorEnrolled', data }]
  }
  if (command.type === 'RemoveSecondFactor' && on === undefined && enrolments.has(enrolmentId)) return []
  if (on?.id !== enrolmentId) return refuse('second_factor_off')
  switch (command.type) {
    case 'RemoveSecondFactor':
      return [{ type: 'SecondFactorRemoved', data: { enrolmentId, ...stamp } }]
    case 'ReplaceRecoveryCodes': {
      const { setId, recovery, pepper } = command.data
      if (on.setId === setId) return []
      const data = { enrolmentId, setId, recovery: [...recovery], pepper, ...stamp }
      return [{ type: 'RecoveryCodesReplaced', data }]
    }
    case 'UseRecoveryCode': {
      const { hash } = command.data
      // Twice is not done already: of two who show one code, one signs in.
      if (!on.recovery.includes(hash)) return refuse('second_factor_code_used')
      return [{ type: 'RecoveryCodeUsed', data: { enrolmentId, hash, ...stamp } }]
    }
  }
}

function decideReset(
  command: ResetCommand,
  { on, reset, resets }: SecondFactor,
): Decision<SecondFactorEvent, SecondFactorRefusal> {
  const { userId, resetId } = command.data
  const stamp = { userId, by: command.by, at: command.at }
  if (command.type === 'AskReset') {
    const { reason, toConfirm } = command.data
    if (command.by === userId) return refuse('second_factor_reset_own')
    if (resets.has(resetId)) return []
    if (on === undefined) return refuse('second_factor_off')
    if (reset !== undefined) return refuse('second_factor_reset_pending')
    return [{ type: 'SecondFactorResetAsked', data: { resetId, reason, toConfirm: [...toConfirm], ...stamp } }]
  }
  const act = resets.get(resetId) ?? {}
  const over = checkTwoPersonEnd(act, { as: endOf(command, act), by: command.by }, RESET_REFUSALS)
  if (over) return over
  // Its owner may stop it: whoever still has the phone loses nothing.
  if (command.type === 'DeclineReset')
    return [{ type: 'SecondFactorResetDeclined', data: { resetId, reason: command.data.reason, ...stamp } }]
  if (command.by === userId) return refuse('second_factor_reset_own')
  return [{ type: 'SecondFactorReset', data: { resetId, ...stamp } }]
}

/** Who asked for a reset withdraws it by declining. */
function endOf({ type, by }: ResetCommand, { proposedBy }: TwoPersonAct) {
  if (type === 'ConfirmReset') return 'confirmed'
  return by === proposedBy ? 'withdrawn' : 'declined'
}

const RESET_REFUSALS: TwoPersonRefusals<SecondFactorRefusal> = {
  notWaiting: 'second_factor_reset_none',
  samePerson: 'second_factor_reset_same_person',
  ofAnother: 'second_factor_reset_none',
}

/** The resets after the one that waits has ended. */
function endedAs({ reset, resets }: SecondFactor, ended: TwoPersonOutcome) {
  if (reset === undefined) return {}
  return { reset: undefined, resets: new Map(resets).set(reset.id, { proposedBy: reset.by, ended }) }
}

function evolve(state: SecondFactor, { type, data }: SecondFactorEvent): SecondFactor {
  const { on } = state
  switch (type) {
    case 'SecondFactorEnrolled': {
      const { enrolmentId: id, secret, recovery, pepper, at: since } = data
      const enrolments = new Set(state.enrolments).add(id)
      // Whoever enrols has a phone: what was asked for because of a lost one has ended.
      const ended = endedAs(state, { as: 'overtaken', by: data.by })
      return { ...state, ...ended, on: { id, secret, recovery, pepper, since, setId: undefined }, enrolments }
    }
    case 'SecondFactorRemoved':
      return { ...state, ...endedAs(state, { as: 'overtaken', by: data.by }), on: undefined }
    case 'RecoveryCodesReplaced': {
      const { recovery, pepper, setId } = data
      return on === undefined ? state : { ...state, on: { ...on, recovery, pepper, setId } }
    }
    case 'RecoveryCodeUsed': {
      if (on === undefined) return state
      return { ...state, on: { ...on, recovery: on.recovery.filter((hash) => hash !== data.hash) } }
    }
    case 'SecondFactorResetAsked': {
      const { resetId: id, by, at, reason } = data
      return { ...state, reset: { id, by, at, reason }, resets: new Map(state.resets).set(id, { proposedBy: by }) }
    }
    case 'SecondFactorResetDeclined':
      return {
        ...state,
        ...endedAs(state, { as: state.reset?.by === data.by ? 'withdrawn' : 'declined', by: data.by }),
      }
    case 'SecondFactorReset':
      return { ...state, ...endedAs(state, { as: 'confirmed', by: data.by }), on: undefined }
  }
}

/** Stream `secondFactor-{user id}`. */
export const secondFactor: Decider<SecondFactor, SecondFactorCommand, SecondFactorEvent, SecondFactorRefusal> = {
  category: 'secondFactor',
  initial: () => ({ enrolments: new Set(), resets: new Map() }),
  decide,
  evolve,
}
