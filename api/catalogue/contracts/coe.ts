import { z } from 'zod'

/** GET /api/coes (E041): the hospitals, for choices; public, as enrolment picks one. */
export const CoeList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      coe_name: z.string(),
      coe_code: z.string(),
      coe_id_cap: z.string(),
      status: z.string().describe('active or inactive'),
    }),
  ),
})
