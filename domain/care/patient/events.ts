import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, personal, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { Id, line, text } from '#domain/kernel/text.ts'
import { Count } from '#domain/kernel/whole-number.ts'
import type { Rights } from '#domain/kernel/rights.ts'

const stamp = z.object({ patientId: Id, by: Id, at: Instant })
const secret = (max: number) => personal(line(max).nullable(), null)

/**
 * What is known of a patient (spec, entities Patient); null where nothing is. Health and whereabouts are personal;
 * states and local governments alone are not, as reports count by them.
 */
export const PatientInformation = z.object({
  address: personal(text(500).nullable(), null),
  city: secret(100),
  phoneAlt: secret(20),
  nhisNo: secret(50),
  /** By which kind of document they are identified (domain/catalogue/reference), and its number. */
  identificationId: secret(50),
  identificationNumber: secret(50),
  /** The kind of cancer. */
  ailmentId: secret(50),
  ailmentStage: personal(Count.nullable(), null),
  /** State and local government of origin, state of residence. */
  stateId: Id.nullable(),
  lgaId: Id.nullable(),
  stateOfResidence: Id.nullable(),
  /** User id of a doctor of the hospital. */
  primaryPhysicianId: Id.nullable(),
})
export type PatientInformation = Readonly<z.infer<typeof PatientInformation>>

/**
 * Stream `patient-{id}`. A patient's id is the id of their user (`patientId` equals `userId`): one person has one key,
 * so destroying it erases both.
 */
export const patientEvents = {
  /**
   * `chfId` is what people see: `CHF-000123`. `capId` is the patient's id on the other programme; `termsVersion` the version
   * of the terms that they accepted as they enrolled, null where nobody asked.
   */
  PatientRegistered: withFacts(
    stamp.extend({
      userId: Id,
      chfId: Id,
      coeId: Id,
      capId: personalText(line(100).optional()),
      termsVersion: Count.nullable(),
    }),
    { subject: 'patientId', upcasters: [(data) => ({ ...data, termsVersion: null })] },
  ),
  PatientInformationRecorded: withFacts(stamp.extend(PatientInformation.shape), {
    subject: 'patientId',
    upcasters: [(data) => ({ ...data, identificationId: null })],
  }),
  /** The person's key is destroyed with it: whatever is personal about them reads as erased. */
  PatientErased: withFacts(stamp, { erases: 'patientId' }),
}
export type PatientEvent = EventsOf<typeof patientEvents>

/** Whoever enrols registers themselves; a physician who reviews a patient completes what is known of them. */
export const patientRights: Rights<PatientEvent> = {
  PatientRegistered: { own: 'patientId', system: 'always' },
  PatientInformationRecorded: { own: 'patientId', permission: ['REVIEW_PATIENT'], system: 'always' },
  PatientErased: { operator: true },
}
