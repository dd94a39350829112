import { type StreamRules, streamsOf } from '#domain/kernel/follows.ts'
import { patientEvents } from './patient/events.ts'
import { patientFollows } from './patient/follows.ts'
import { patient } from './patient/patient.ts'

/** The streams of patients. */
export const careStreams: readonly StreamRules[] = [streamsOf(patient, patientEvents, patientFollows)]
