import { claims } from '#domain/kernel/claim.ts'

/**
 * Stream `emailClaim-{keyed hash of the e-mail}`: one holder at a time; the same person may claim again (domain.md,
 * Aggregates: e-mail unique).
 */
export const emailClaim = claims('emailClaim', 'EmailClaimed', 'email_claim_held')
export type EmailClaimRefusal = 'email_claim_held'
