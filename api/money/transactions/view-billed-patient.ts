import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BilledPatient } from '#api/money/contracts/transaction.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { text } from '#domain/kernel/text.ts'
import { reachedPatient } from './list-billings.ts'

/** GET /api/patients/billing_history/{id}/patient: whose billing history it is; the name for who may see it. */
export const viewBilledPatient: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/patients/billing_history/:id/patient',
    config: {
      permission: ['VIEW_PATIENT_CAREPLAN', 'BILL_SERVICES', 'BILL_DRUGS', 'APPLY_FUND'],
      scope: 'reach',
      shows: ['coe', 'patient', 'user_account'],
    },
    schema: {
      tags: ['Transactions'],
      summary: 'Whose billing history it is',
      params: z.object({ id: text(100).min(1) }),
      response: { 200: BilledPatient },
    },
    handler: async (request) => {
      const { db } = app.context
      const id = await reachedPatient(app.context, request.params.id, request.reach())
      const { chf_id, coe_name } = await db
        .selectFrom('patient as p')
        .leftJoin('coe as c', 'c.id', 'p.coe_id')
        .select(['p.chf_id', 'c.name as coe_name'])
        .where('p.id', '=', id)
        .executeTakeFirstOrThrow()
      const isNamed = request.actor().permissions.has('VIEW_PERSONAL_DATA')
      const name = isNamed ? (await peopleNames(db, [id]))(id) : null
      return { data: { chf_id, name, coe_name } }
    },
  })
}
