import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CodeBody, CodeRight } from '#api/people/contracts/account.ts'
import { mustBeCode } from './code-requests.ts'

/** POST /api/password/recovery/verify_code (E006): from now on this browser may choose a new password, for ten minutes. */
export const verifyRecoveryCode: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/password/recovery/verify_code',
    config: { permission: 'public', scope: 'none', idempotency: 'none' },
    schema: {
      tags: ['Account'],
      summary: 'Show the code that lets one choose a new password',
      body: CodeBody,
      response: { 200: CodeRight },
    },
    handler: async (request, reply) => {
      const recovery = await mustBeCode(app.context, request.body, 'recovery')
      reply.header('set-cookie', app.context.recoveryWindow.open(recovery))
      return { message: 'Verification successful' }
    },
  })
}
