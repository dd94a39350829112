import { claimFollows } from '#domain/kernel/claim.ts'
import { emailClaim } from './email-claim.ts'

export const emailClaimFollows = claimFollows(emailClaim)
