import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { funding } from '#domain/money/funding/funding.ts'
import { fundingCapIn, setting, SITE } from '#domain/people/setting/setting.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import { Key } from '#api/contracts/input.ts'
import { hospitalInLog } from '#api/money/hospital-in-log.ts'
import { FundingDone } from '#api/money/contracts/funding.ts'
import { PatientFundBody } from '#api/money/contracts/funding-bodies.ts'
import { SHOWS_MONEY } from '#api/money/shows.ts'
import { invalid } from '#api/http-error.ts'
import { NairaInput } from '#api/naira.ts'
import { fundablePatient } from './find-fundable.ts'
import { ofFunding, secondPersonFor, whyItWaits } from './second-person.ts'

/** POST /api/patients/{id}/fund: money from the allocation of the patient's hospital into the patient's wallet. */
export const fundPatient: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/patients/:id/fund',
    summary: "Put money into a patient's wallet",
    tag: 'Funds',
    permission: 'FUND_PATIENT',
    scope: 'all',
    params: z.object({ id: Key }),
    body: PatientFundBody.extend({ amount: NairaInput }),
    reach: ({ context, params: { id } }) => fundablePatient(context, id),
    answer: FundingDone,
    run: async ({ request, context, body: { amount, reason = '' } }, patient) => {
      const { handler } = context
      const { coeId, id: patientId, status } = patient
      const cap = fundingCapIn(await load(handler, setting, SITE))
      const command = commandFrom(request, 'RequestPatientFunding', {
        ...{ coeId, patientId, amount, reason, cap },
        ...(await secondPersonFor(context, request, 'FUND_PATIENT')),
      })
      const id = deriveId(command.id, 'funding')
      // Asked again after the money has moved, the answer stays the same, whatever has become of patient and hospital.
      if ((await load(handler, funding, id)).status === 'none') {
        if (status !== 'active') throw invalid('id', `The patient is ${status}. Money can go to active patients only.`)
        // Nobody could bill it (docs/decisions/0093).
        if ((await hospitalInLog(handler, coeId))?.isActive !== true)
          throw invalid(
            'id',
            "The patient's hospital is deactivated. Money can go to patients of active hospitals only.",
          )
      }
      return ofFunding(id, await moveFunds(handler, id, command))
    },
    message: ({ chfId }, told) =>
      told.status === 'completed'
        ? `The wallet of ${chfId} has been credited`
        : `A second person must confirm the money for the wallet of ${chfId}. ${whyItWaits(told)}`,
    shows: SHOWS_MONEY,
  })
}
