import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CodeAsked, RecoverBody, ResendBody } from '#api/people/contracts/account.ts'
import { askForCode, RESEND_MS } from './code-requests.ts'

/** The same whether there is such an account. */
const ASKED = {
  message: 'If this email has an account, we have sent it a code.',
  data: { wait_seconds: RESEND_MS / 1000 },
}
const config = { permission: 'public', scope: 'none', idempotency: 'none' } as const

/** POST /api/resend_email (E004): a code to verify the e-mail until it is verified, to choose a new password from then on. */
export const askRecoveryCode: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/resend_email',
    config,
    schema: { tags: ['Account'], summary: 'Send a code', body: RecoverBody, response: { 200: CodeAsked } },
    handler: async (request) => {
      await askForCode(app.context, request, request.body.email, 'either')
      return ASKED
    },
  })
}

/** POST /api/auth/resend-verification-email (E005): a code to verify the e-mail; none is mailed once it is. */
export const askVerificationCode: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/auth/resend-verification-email',
    config,
    schema: {
      tags: ['Account'],
      summary: 'Send a code that verifies the e-mail',
      body: ResendBody,
      response: { 200: CodeAsked },
    },
    handler: async (request) => {
      await askForCode(app.context, request, request.body.email, 'verification')
      return ASKED
    },
  })
}
