import { z } from 'zod'
import { one } from '#api/contracts/common.ts'

/** GET /api/patients/count: the patients within the caller's reach. */
export const PatientCount = one(z.object({ patients_count: z.int() }))
export type PatientCount = z.infer<typeof PatientCount>['data']
