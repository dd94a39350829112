import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { load } from '#commands/handle.ts'
import { fundingCapIn, setting, SITE } from '#domain/people/setting/setting.ts'
import { PatientFundsView } from '#api/money/contracts/funding.ts'
import { nairaText } from '#api/naira.ts'
import { findFundable } from './find-fundable.ts'
import { text } from '#domain/kernel/text.ts'

/** GET /api/patients/{id}/fund: whom the money would go to, and what there is to give. */
export const viewPatientFunds: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/patients/:id/fund',
    config: { permission: 'FUND_PATIENT', scope: 'all', shows: ['account', 'coe', 'patient', 'user_account'] },
    schema: {
      tags: ['Funds'],
      summary: 'What a patient and their hospital have',
      params: z.object({ id: text(200).trim().min(1) }),
      response: { 200: PatientFundsView },
    },
    handler: async (request) => {
      const found = await findFundable(app.context, request.params.id)
      return {
        data: {
          patient_id: found.id,
          chf_id: found.chf_id,
          name: found.name,
          status: found.status,
          coe_name: found.coe_name,
          fund_allocation: nairaText(found.allocation),
          wallet_balance: nairaText(found.wallet),
          funding_cap: nairaText(fundingCapIn(await load(app.context.handler, setting, SITE))),
        },
      }
    },
  })
}
