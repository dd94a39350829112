import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { capKey } from '#commands/care/patient/cap-key.ts'
import { load } from '#commands/handle.ts'
import { isHeld } from '#commands/people/user/claim-for.ts'
import { isCommonPassword } from '#commands/people/user/common-passwords.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { ReadOnly } from '#commands/integrity/read-only.ts'
import { capClaim } from '#domain/care/cap-claim/cap-claim.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { IDENTIFICATION_DOCUMENTS } from '#domain/catalogue/reference/identification-documents.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import type { AppContext } from '#api/context.ts'
import { invalid } from '#api/http-error.ts'
import { callerLeft } from '#api/limits/caller-gone.ts'
import { RESEND_MS } from '#api/people/account/code-requests.ts'
import { mustBeOnCap } from '#api/people/cap/ask-cap.ts'
import { NO_HOSPITAL, NO_ID_TYPE, RegisterBody, Registered } from '#api/people/contracts/enrolment.ts'
import { takeEnrolment } from './take-enrolment.ts'

/** The same whether the e-mail has an account. */
const RECEIVED = {
  message: 'Your registration has been received. We have sent you an email.',
  data: { wait_seconds: RESEND_MS / 1000 },
}

/** POST /api/register (E002): somebody enrols as a patient of a hospital. Whether their e-mail has an account, the mail tells. */
export const register: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/register',
    config: { permission: 'public', scope: 'none', idempotency: 'none', lane: true },
    schema: {
      tags: ['Enrolment'],
      summary: 'Enrol as a patient',
      body: RegisterBody,
      response: { 200: Registered },
    },
    preValidation: async () => {
      if (app.context.integrity.open().length > 0) throw new ReadOnly()
    },
    handler: async (request, reply) => {
      const { context } = app
      const { body } = request
      await mustBeThere(context, body)
      if (body.cap_id !== undefined) await mustBeFree(context, request, body.cap_id, body.date_of_birth)
      const key = emailKey(body.email, context.emailSecret)
      await context.lanes.strangersPasswords.run(key, callerLeft(reply), () => takeEnrolment(context, request, body))
      return RECEIVED
    },
  })
}

/** Throws 422 at what is not to be chosen. */
async function mustBeThere({ handler }: AppContext, body: RegisterBody): Promise<void> {
  if (!IDENTIFICATION_DOCUMENTS.some(({ id }) => id === body.identification_id))
    throw invalid('identification_id', NO_ID_TYPE)
  if ((await load(handler, coe, body.coe_id)).status !== 'active') throw invalid('coe_id', NO_HOSPITAL)
  const { terms } = await load(handler, setting, SITE)
  if (body.terms_version !== undefined && body.terms_version !== terms?.version)
    throw invalid('terms_version', 'The terms have changed. Please read them again.')
  if (isCommonPassword(body.password))
    throw invalid('password', 'This password is too easy to guess. Choose another one.')
}

/** Throws 422 unless it is their account on CAP, and nobody else's here: told to whoever knows the id and the day of birth. */
async function mustBeFree(
  context: AppContext,
  request: FastifyRequest,
  capId: string,
  dateOfBirth: string,
): Promise<void> {
  await mustBeOnCap(context, request, { id: capId, dateOfBirth }, 'cap_id')
  if (await isHeld(context.handler, capClaim, capKey(capId, context.emailSecret)))
    throw invalid('cap_id', 'This CAP account is already enrolled')
}
