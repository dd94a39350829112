import { z } from 'zod'
import { one } from '#api/contracts/common.ts'

/** What anybody may know of a hospital. */
const Coe = z.object({
  id: z.string(),
  coe_name: z.string(),
  coe_code: z.string(),
  coe_id_cap: z.string(),
  status: z.string().describe('active or inactive'),
})

/** GET /api/coes (E041): the hospitals, for choices; public, as enrolment picks one. */
export const CoeList = z.object({ data: z.array(Coe) })

/** GET /api/coes/{id} (E042): the same of one. */
export const CoeAnswer = one(Coe)
