import type { Answers } from '#api/refusal-answer.ts'
import type { CapClaimRefusal } from '#domain/care/cap-claim/cap-claim.ts'
import type { PatientRefusal } from '#domain/care/patient/patient.ts'

/** Every "no" of patients. */
export type CareRefusal = CapClaimRefusal | PatientRefusal

/** What is said to it. */
export const careAnswers: Answers<CareRefusal> = {
  cap_claim_held: { status: 422, field: 'cap_id', message: 'This CAP account is already enrolled' },
  patient_unknown: { status: 404, message: 'Patient not found' },
  patient_already_registered: { status: 422, field: 'patient_id', message: 'The patient is already registered' },
  patient_erased: { status: 409, message: "This patient's personal data have been erased" },
  patient_stage_out_of_bounds: { status: 422, field: 'ailment_stage', message: 'The stage must be from 1 to 4' },
}
