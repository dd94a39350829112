import { claims } from '#domain/kernel/claim.ts'

/** Stream `capClaim-{keyed hash of the CAP id}`: one patient at a time (spec, open-questions Q144: cap_id unique). */
export const capClaim = claims('capClaim', 'CapIdClaimed', 'cap_claim_held')
export type CapClaimRefusal = 'cap_claim_held'
