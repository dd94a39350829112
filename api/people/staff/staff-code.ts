import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { emailKey } from '#commands/people/user/email-key.ts'
import { NoBody } from '#api/contracts/input.ts'
import { invalid } from '#api/http-error.ts'
import { askForCode, mustBeCode, RESEND_MS } from '#api/people/account/code-requests.ts'
import { CodeAsked, CodeBody, CodeRight } from '#api/people/contracts/account.ts'

const config = { permission: 'signed-in', scope: 'own', idempotency: 'none' } as const

/** POST /api/token/create (E154): mails the signed-in person the code by which they change the details of a member of staff. */
export const askStaffCode: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/token/create',
    config,
    schema: {
      tags: ['Staff'],
      summary: 'Send a code to change the details of staff',
      body: NoBody,
      response: { 200: CodeAsked },
    },
    handler: async (request) => {
      await askForCode(app.context, request, request.actor().email, 'staff')
      return { message: 'A code is on its way to your e-mail.', data: { wait_seconds: RESEND_MS / 1000 } }
    },
  })
}

/** POST /api/token/verify (E155): from now on this browser may change one member of staff, for ten minutes. */
export const verifyStaffCode: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/token/verify',
    config,
    schema: {
      tags: ['Staff'],
      summary: 'Show the code that lets one change the details of staff',
      body: CodeBody,
      response: { 200: CodeRight },
    },
    handler: async (request, reply) => {
      const { emailSecret, staffWindow } = app.context
      const { email } = request.body
      if (emailKey(email, emailSecret) !== emailKey(request.actor().email, emailSecret))
        throw invalid('email', 'The code was sent to your own email')
      reply.header('set-cookie', staffWindow.open(await mustBeCode(app.context, request.body, 'staff')))
      return { message: 'Verification successful' }
    },
  })
}
