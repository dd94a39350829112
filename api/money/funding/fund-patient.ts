import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { funding } from '#domain/money/funding/funding.ts'
import { fundingCapIn, setting, SITE } from '#domain/people/setting/setting.ts'
import { commandFrom } from '#api/command-from.ts'
import { Done } from '#api/contracts/done.ts'
import { PatientFundBody } from '#api/money/contracts/funding-bodies.ts'
import { done } from '#api/done.ts'
import { SHOWS_MONEY } from '#api/money/shows.ts'
import { invalid, Refused } from '#api/http-error.ts'
import { NairaInput } from '#api/naira.ts'
import { findFundable } from './find-fundable.ts'
import { text } from '#domain/kernel/text.ts'

/** POST /api/patients/{id}/fund: money from the allocation of the patient's hospital into the patient's wallet. */
export const fundPatient: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/patients/:id/fund',
    config: { permission: 'FUND_PATIENT', scope: 'all' },
    schema: {
      tags: ['Funds'],
      summary: "Put money into a patient's wallet",
      params: z.object({ id: text(200).min(1) }),
      body: PatientFundBody.extend({ amount: NairaInput }),
      response: { 200: Done },
    },
    handler: async (request) => {
      const { handler } = app.context
      const patient = await findFundable(app.context, request.params.id)
      const { amount, reason = '' } = request.body
      const { coe_id: coeId, id: patientId } = patient
      const cap = fundingCapIn(await load(handler, setting, SITE))
      const command = commandFrom(request, 'RequestPatientFunding', { coeId, patientId, amount, reason, cap })
      const id = deriveId(command.id, 'funding')
      // Asked again after the money has moved, the answer stays the same, whatever has become of the patient.
      if (patient.status !== 'active' && (await load(handler, funding, id)).status === 'none')
        throw invalid('id', `The patient is ${patient.status}; money goes to active patients only`)
      const moved = await moveFunds(handler, id, command)
      if (moved.outcome === 'refused') throw new Refused(moved.refusal)
      return done(app.context, id, `The wallet of ${patient.chf_id} has been credited`, moved.position, SHOWS_MONEY)
    },
  })
}
