import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { PatientMatches } from '#api/money/contracts/billing.ts'
import { patientMatches } from './patient-matches.ts'

/** How many are offered, and among how many of the caller's last bills they are looked for. */
const [MOST, BILLS] = [6, 200]

/** GET /api/coestaff/recent_patients: whom the caller billed lately at their hospital, the last first (beyond the specs). */
export const listRecentPatients: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coestaff/recent_patients',
    config: {
      permission: ['BILL_SERVICES', 'BILL_DRUGS'],
      scope: 'reach',
      shows: ['account', 'coe', 'patient', 'transaction', 'user_account'],
    },
    schema: {
      tags: ['Billing'],
      summary: 'Patients whom the caller billed lately',
      response: { 200: PatientMatches },
    },
    handler: async (request) => {
      const reach = request.reach()
      if (reach.kind !== 'coe') return { data: [] }
      const lately = sql`(
        select patient_id, billed_at from transaction
         where biller_id = ${request.actor().id} and billed_at is not null and coe_id = ${reach.coeId}
         order by billed_at desc, id desc limit ${BILLS})`
      const where = sql`p.id in (select patient_id from ${lately} l)`
      const order = sql`(select max(billed_at) from ${lately} l where patient_id = p.id) desc, p.chf_id`
      return { data: await patientMatches(app.context, reach.coeId, { where, order, most: MOST }) }
    },
  })
}
