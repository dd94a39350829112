import { claimFollows } from '#domain/kernel/claim.ts'
import { capClaim } from './cap-claim.ts'

export const capClaimFollows = claimFollows(capClaim)
