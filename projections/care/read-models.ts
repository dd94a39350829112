import { patientPlace } from './patient/patient-place.ts'
import { patient } from './patient/patient.ts'

/** The read models of patients. */
export const careModels = [patient, patientPlace]
