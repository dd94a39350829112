import { type Command, type Decision, refuse } from '#domain/kernel/decider.ts'
import { needsSecondFactor } from './password.ts'
import type { CodePurpose, UserEvent } from './events.ts'

type Id = { readonly userId: string }
/** By the ids of codes that were mailed: what each is good for, or that a new password has ended it. */
export type Codes = ReadonlyMap<string, CodePurpose | 'ended'>

/** How somebody gets in: what they do about their mailbox and their password. */
export type AccountCommand =
  /** `either`: verification until the e-mail is verified, recovery from then on (spec, open-questions Q017). */
  | Command<'AskCode', Id & { readonly codeId: string; readonly purpose: CodePurpose | 'either' }>
  /** The code was compared and is right; it is good for one change of one member of staff. */
  | Command<'UseCode', Id & { readonly codeId: string; readonly staffId: string }>
  /** The code was compared and is right. */
  | Command<'VerifyEmail', Id & { readonly codeId: string }>
  /** Support has made sure of it, without a code. */
  | Command<'ConfirmEmail', Id>
  /** `changeId` tells one change from another; `codeId`: the recovery code or invitation that was right; left out, they are signed in. */
  | Command<'ChangePassword', Id & { readonly changeId: string; readonly codeId?: string | undefined }>
  | SupportCommand
  /** `enrolmentId` tells one try from another. */
  | Command<'TellEnrolledAgain', Id & { readonly enrolmentId: string }>
/** `permissions`: all that whoever is looked at may do. */
export type SupportCommand = Command<
  'SeeAsUser',
  Id & { readonly visitId: string; readonly reason: string; readonly permissions: readonly string[] }
>
export type AccountRefusal =
  | ('user_support_own' | 'user_support_above' | 'user_closed')
  | ('user_email_verified' | 'user_code_used' | 'user_has_password' | 'user_invited_just_now')
export type AccountEvent = Extract<
  UserEvent,
  {
    readonly type:
      | ('UserCodeAsked' | 'UserCodeUsed' | 'UserEmailVerified' | 'UserEmailConfirmed')
      | ('UserPasswordChanged' | 'UserSeenBySupport' | 'UserEnrolledAgain')
  }
>

/** What the rules need of somebody. */
export type Account = {
  readonly status: 'active' | 'inactive' | 'deceased'
  readonly emailVerified: boolean
  readonly codes: Codes
  /** When the last link to choose the first password was asked for (ISO, UTC). */
  readonly invitedAt?: string | undefined
  readonly passwordChanges: ReadonlySet<string>
  /** The ids of the visits that support has made as them. */
  readonly visits: ReadonlySet<string>
  /** The ids of what was enrolled with their e-mail after them. */
  readonly enrolledAgain: ReadonlySet<string>
}

/**
 * Whom support does not see as: a super admin, and whoever needs a second factor, which this would go around; nor others of
 * support, who see as anybody.
 */
const isAboveSupport = (permissions: readonly string[]): boolean =>
  needsSecondFactor(permissions) || permissions.includes('SUPPORT_ANONYMOUS_LOGIN')

/** Between two links to one person, as between two codes to an e-mail (spec, constants: resend wait). */
const INVITED_AGAIN_MS = 3 * 60_000

/** What lets somebody choose a password who is not signed in. */
const CHOOSES: ReadonlySet<string | undefined> = new Set<CodePurpose>(['recovery', 'invitation'])

export function decideAccount(command: AccountCommand, account: Account): Decision<UserEvent, AccountRefusal> {
  const stamp = { userId: command.data.userId, by: command.by, at: command.at }
  if (account.status !== 'active') return refuse('user_closed')
  switch (command.type) {
    case 'AskCode': {
      const { codeId, purpose: wanted } = command.data
      const open = account.emailVerified ? 'recovery' : 'verification'
      const purpose = wanted === 'either' ? open : wanted
      if (purpose === 'verification' && account.emailVerified) return refuse('user_email_verified')
      if (account.codes.has(codeId)) return []
      // Who has chosen a password recovers it themselves: a link that waits in a mailbox is good for less.
      if (purpose === 'invitation' && account.passwordChanges.size > 0) return refuse('user_has_password')
      if (purpose === 'invitation' && isJustNow(account.invitedAt, command.at)) return refuse('user_invited_just_now')
      return [{ type: 'UserCodeAsked', data: { codeId, purpose, ...stamp } }]
    }
    case 'UseCode': {
      const { codeId, staffId } = command.data
      if (account.codes.get(codeId) !== 'staff') return refuse('user_code_used')
      return [{ type: 'UserCodeUsed', data: { codeId, staffId, ...stamp } }]
    }
    case 'ConfirmEmail':
      return account.emailVerified ? [] : [{ type: 'UserEmailConfirmed', data: stamp }]
    case 'VerifyEmail': {
      const { codeId } = command.data
      if (account.emailVerified) return []
      if (account.codes.get(codeId) !== 'verification') return refuse('user_code_used')
      return [{ type: 'UserEmailVerified', data: { codeId, ...stamp } }]
    }
    case 'SeeAsUser': {
      const { visitId, reason, permissions } = command.data
      if (account.visits.has(visitId)) return []
      if (command.by === stamp.userId) return refuse('user_support_own')
      if (isAboveSupport(permissions)) return refuse('user_support_above')
      return [{ type: 'UserSeenBySupport', data: { ...stamp, visitId, reason } }]
    }
    case 'TellEnrolledAgain': {
      const { enrolmentId } = command.data
      if (account.enrolledAgain.has(enrolmentId)) return []
      return [{ type: 'UserEnrolledAgain', data: { ...stamp, enrolmentId } }]
    }
    case 'ChangePassword': {
      const { changeId, codeId } = command.data
      if (account.passwordChanges.has(changeId)) return []
      if (codeId !== undefined && !CHOOSES.has(account.codes.get(codeId))) return refuse('user_code_used')
      return [
        { type: 'UserPasswordChanged', data: { ...stamp, changeId, ...(codeId === undefined ? {} : { codeId }) } },
      ]
    }
  }
}

const isJustNow = (invitedAt: string | undefined, at: string): boolean =>
  invitedAt !== undefined && Date.parse(at) - Date.parse(invitedAt) < INVITED_AGAIN_MS

/**
 * What has become of an account. A new password ends every code from before it: each is good for one. A new link ends those
 * from before it, which may lie in a mailbox that somebody else reads.
 */
export function afterAccountEvent(
  { codes, passwordChanges, visits, enrolledAgain }: Account,
  { type, data }: AccountEvent,
) {
  switch (type) {
    case 'UserCodeAsked': {
      const { codeId, purpose, at } = data
      if (purpose !== 'invitation') return { codes: new Map(codes).set(codeId, purpose) }
      const before = [...codes].map(([id, was]) => [id, was === 'invitation' ? 'ended' : was] as const)
      return { codes: new Map<string, CodePurpose | 'ended'>(before).set(codeId, purpose), invitedAt: at }
    }
    case 'UserCodeUsed':
      return { codes: new Map(codes).set(data.codeId, 'ended') }
    case 'UserEmailVerified':
    case 'UserEmailConfirmed':
      return { emailVerified: true }
    case 'UserSeenBySupport':
      return { visits: new Set(visits).add(data.visitId) }
    case 'UserEnrolledAgain':
      return { enrolledAgain: new Set(enrolledAgain).add(data.enrolmentId) }
    case 'UserPasswordChanged':
      return {
        codes: new Map([...codes.keys()].map((id) => [id, 'ended'] as const)),
        passwordChanges: new Set(passwordChanges).add(data.changeId),
        recoveredBy: data.codeId,
      }
  }
}
