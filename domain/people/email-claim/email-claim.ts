import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import type { EmailClaimEvent } from './events.ts'

export type EmailClaimCommand =
  | Command<'ClaimEmail', { readonly userId: string }>
  /** `from` was seen to hold it and can never register (`UserRegistrationAbandoned`). */
  | Command<'TakeOverEmail', { readonly userId: string; readonly from: string }>
export type EmailClaimRefusal = 'email_claim_held'

export type EmailClaim = { readonly holder?: string }

/** One holder at a time; the same person may claim again (domain.md, Aggregates: e-mail unique). */
function decide(command: EmailClaimCommand, { holder }: EmailClaim): Decision<EmailClaimEvent, EmailClaimRefusal> {
  const { userId } = command.data
  if (holder === userId) return []
  const mayTake = holder === undefined || (command.type === 'TakeOverEmail' && holder === command.data.from)
  if (!mayTake) return refuse('email_claim_held')
  return [{ type: 'EmailClaimed', data: { userId, by: command.by, at: command.at } }]
}

/** Stream `emailClaim-{keyed hash of the e-mail}`. */
export const emailClaim: Decider<EmailClaim, EmailClaimCommand, EmailClaimEvent, EmailClaimRefusal> = {
  category: 'emailClaim',
  initial: () => ({}),
  decide,
  evolve: (_, { data }) => ({ holder: data.userId }),
}
