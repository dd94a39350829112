import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { OwnSessions, SessionPath, SignedOut } from '#api/people/contracts/own-sessions.ts'
import { notFound } from '#api/http-error.ts'
import { bearerOf } from '#api/plugins/auth.ts'
import { endOtherSessions, endSession, sessionsOf } from './open-sessions.ts'

/** GET /api/sessions: where the signed-in person is signed in, this session first. */
export const listSessions: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/sessions',
    config: { permission: 'signed-in', scope: 'own', shows: [] },
    schema: { tags: ['Session'], summary: 'Where the person is signed in', response: { 200: OwnSessions } },
    handler: async (request) => ({
      data: await sessionsOf(app.context, ownerOf(request.actor()), bearerOf(request) ?? ''),
    }),
  })
}

/** DELETE /api/sessions/{id}: signs out there. It acts with the next call of that session, whichever process it asks. */
export const endOneSession: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'DELETE',
    url: '/api/sessions/:id',
    config: { permission: 'signed-in', scope: 'own', idempotency: 'none' },
    schema: { tags: ['Session'], summary: 'Sign out one session', params: SessionPath, response: { 200: SignedOut } },
    handler: async (request) => {
      const ended = await endSession(app.context, ownerOf(request.actor()), request.params.id)
      if (ended === 0) throw notFound('Session')
      return { message: 'The session has been signed out', data: { signed_out: ended } }
    },
  })
}

/** DELETE /api/sessions: signs out everywhere but here. */
export const endOtherOnes: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'DELETE',
    url: '/api/sessions',
    config: { permission: 'signed-in', scope: 'own', idempotency: 'none' },
    schema: { tags: ['Session'], summary: 'Sign out all other sessions', response: { 200: SignedOut } },
    handler: async (request) => {
      const ended = await endOtherSessions(app.context, ownerOf(request.actor()), bearerOf(request) ?? '')
      return { message: 'All other sessions have been signed out', data: { signed_out: ended } }
    },
  })
}

/** Whoever acts for somebody sees and ends their own sessions, not those of the other. */
const ownerOf = ({ id, agent }: { readonly id: string; readonly agent?: string }): string => agent ?? id
