import type { Endpoint } from '#api/endpoint.ts'
import { countPatients } from './patients/count-patients.ts'

/** The API of patients and their care. */
export const careEndpoints: readonly Endpoint[] = [
  // patients
  countPatients,
]
