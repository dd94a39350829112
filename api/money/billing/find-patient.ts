import { sql } from 'kysely'
import { beginsNames } from '#projections/folded-search.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { PatientMatches } from '#api/money/contracts/billing.ts'
import { HttpError } from '#api/http-error.ts'
import { text } from '#domain/kernel/text.ts'
import { patientMatches } from './patient-matches.ts'

const MOST = 20

/** GET /api/coestaff/patient/{search} (E050): by CHF id, patient id, e-mail or name, at the caller's own hospital. */
export const findPatient: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coestaff/patient/:search',
    config: {
      permission: ['BILL_SERVICES', 'BILL_DRUGS'],
      scope: 'reach',
      shows: ['account', 'coe', 'patient', 'user_account'],
      limit: 'search',
    },
    schema: {
      tags: ['Billing'],
      summary: 'Find a patient to bill',
      params: z.object({ search: text(200).trim().min(1) }),
      response: { 200: PatientMatches },
    },
    handler: async (request) => {
      const reach = request.reach()
      if (reach.kind !== 'coe') throw new HttpError(404, 'Patient not found')
      const { search } = request.params
      const where = sql`(p.chf_id = ${search.toUpperCase()} or p.id = ${search} or u.email = ${search.toLowerCase()}
        or ${beginsNames(sql`u.name_key`, search)})`
      const found = await patientMatches(app.context, reach.coeId, { where, order: sql`p.chf_id`, most: MOST })
      if (found.length === 0) throw new HttpError(404, 'Patient not found')
      return { data: found }
    },
  })
}
