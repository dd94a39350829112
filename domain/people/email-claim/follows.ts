import { type Asked, follows } from '#domain/kernel/follows.ts'
import { type EmailClaim, emailClaim, type EmailClaimCommand } from './email-claim.ts'
import type { EmailClaimEvent } from './events.ts'

/** Whoever takes it over had seen that its holder will never register: that stands in the holder's stream. */
const asked = ({ data: { userId } }: EmailClaimEvent, { holder }: EmailClaim): Asked<EmailClaimCommand> =>
  holder === undefined
    ? { type: 'ClaimEmail', data: { userId } }
    : { type: 'TakeOverEmail', data: { userId, from: holder } }

export const emailClaimFollows = follows(emailClaim, asked)
