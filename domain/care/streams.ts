import { type StreamRules, streamsOf } from '#domain/kernel/follows.ts'
import { capClaim } from './cap-claim/cap-claim.ts'
import { capClaimEvents, capClaimRights } from './cap-claim/events.ts'
import { capClaimFollows } from './cap-claim/follows.ts'
import { patientEvents, patientRights } from './patient/events.ts'
import { patientFollows } from './patient/follows.ts'
import { patient } from './patient/patient.ts'

/** The streams of patients. */
export const careStreams: readonly StreamRules[] = [
  streamsOf(capClaim, capClaimEvents, capClaimFollows, capClaimRights),
  streamsOf(patient, patientEvents, patientFollows, patientRights),
]
