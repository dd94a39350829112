import { z } from 'zod'
import { type EventsOf, personal, withFacts } from '../kernel/event-table.ts'

const stamp = z.object({ patientId: z.string(), by: z.string(), at: z.iso.datetime() })
const secret = () => personal(z.string().nullable(), null)

/**
 * What is known of a patient (spec, entities Patient); null where nothing is. Health and whereabouts are personal;
 * states and local governments alone are not, as reports count by them.
 */
export const PatientInformation = z.object({
  address: secret(),
  city: secret(),
  phoneAlt: secret(),
  nhisNo: secret(),
  identificationNumber: secret(),
  /** The kind of cancer. */
  ailmentId: secret(),
  ailmentStage: personal(z.int().nullable(), null),
  /** State and local government of origin, state of residence. */
  stateId: z.string().nullable(),
  lgaId: z.string().nullable(),
  stateOfResidence: z.string().nullable(),
  /** User id of a doctor of the hospital. */
  primaryPhysicianId: z.string().nullable(),
})
export type PatientInformation = Readonly<z.infer<typeof PatientInformation>>

/**
 * Stream `patient-{id}`. A patient's id is the id of their user (`patientId` equals `userId`): one person has one key,
 * so destroying it erases both.
 */
export const patientEvents = {
  /** `chfId` is what people see: `CHF-000123`. `capId` is the patient's id on the other programme. */
  PatientRegistered: stamp.extend({
    userId: z.string(),
    chfId: z.string(),
    coeId: z.string(),
    capId: z.string().optional(),
  }),
  PatientInformationRecorded: withFacts(stamp.extend(PatientInformation.shape), { subject: 'patientId' }),
  /** The person's key is destroyed with it: whatever is personal about them reads as erased. */
  PatientErased: stamp,
}
export type PatientEvent = EventsOf<typeof patientEvents>
