import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppContext } from '#api/context.ts'
import { HttpError } from '#api/http-error.ts'
import { EnrolmentOffer, LoginEnrolmentBody, LoginFactorBody } from '#api/people/contracts/second-factor.ts'
import { SignedInAnswer } from '#api/people/contracts/session.ts'
import { signedIn } from '#api/people/session/signed-in.ts'
import { passwordsOf } from './asked-for.ts'
import { enrol, offerTo, signingIn } from './enrolling.ts'
import { counted, mustBeRight } from './right-code.ts'
import type { SignInStep } from './tickets.ts'

const config = { permission: 'public', scope: 'none', idempotency: 'none' } as const

/** POST /api/login/second_factor: the other half of a sign-in, and the enrolment of what it takes where there is none yet. */
export const loginSecondFactor: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/login/second_factor',
    config,
    schema: {
      tags: ['Session'],
      summary: 'Finish a sign-in by a code',
      body: LoginFactorBody,
      response: { 200: SignedInAnswer },
    },
    handler: async (request, reply) => {
      const { context } = app
      const { token, code, enrolment } = request.body
      const { userId, emailKey } = await mustBeUnderWay(context, token)
      const key = keyOf(context, request, emailKey)
      let codes: readonly string[] | undefined
      if (enrolment === undefined) await mustBeRight(context, request, { userId, key }, code)
      else {
        const stamp = signingIn(context, request, userId)
        codes = (await counted(context, key, () => enrol(context, { userId, enrolment, code }, stamp))).recoveryCodes
      }
      const data = await signedIn(context, { request, reply, userId, emailKey })
      return { data: { ...data, ...(codes === undefined ? {} : { recovery_codes: [...codes] }) } }
    },
  })
}

/** POST /api/login/second_factor/enrolment: a secret for the app of whoever needs one to sign in. */
export const loginEnrolment: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/login/second_factor/enrolment',
    config,
    schema: {
      tags: ['Session'],
      summary: 'Begin the enrolment that a sign-in asks for',
      body: LoginEnrolmentBody,
      response: { 200: EnrolmentOffer },
    },
    handler: async (request) => {
      const { userId } = await mustBeUnderWay(app.context, request.body.token)
      return { data: await offerTo(app.context, userId) }
    },
  })
}

/** Throws 401 unless the password was right a moment ago, and is still the one. */
async function mustBeUnderWay(context: AppContext, token: string): Promise<SignInStep> {
  const step = context.signInSteps.open(token)
  if (step === undefined || (await passwordsOf(context, step.userId)) !== step.passwords)
    throw new HttpError(401, 'This sign-in has expired. Sign in again.')
  return step
}

/** As passwords are counted (docs/decisions/0006): a stranger who has the password closes no browser of its owner. */
function keyOf({ knownBrowsers }: AppContext, request: FastifyRequest, emailKey: string): string {
  const number = knownBrowsers.numberFor(request, emailKey)
  return number === undefined ? `code-e-mail:${emailKey}` : `code-browser:${number}:${emailKey}`
}
