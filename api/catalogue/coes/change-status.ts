import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { DeactivateCoeBody } from '#api/catalogue/contracts/coe-body.ts'
import { SHOWS_COES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { CoePath } from './coe-path.ts'

const ofCoe = {
  tag: 'Hospitals',
  permission: 'CREATE_COE',
  scope: 'all',
  params: CoePath,
  shows: SHOWS_COES,
} as const

/** POST /api/coes/{id}/deactivate, /activate: a hospital that is deactivated bills nobody with its next call, on every process. */
export const changeCoeStatus: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...ofCoe,
    url: '/api/coes/:id/deactivate',
    summary: 'Deactivate a hospital',
    body: DeactivateCoeBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context: { handler }, body: { reason } }, coeId) =>
      ofId(coeId, await handle(handler, coe, coeId, commandFrom(request, 'DeactivateCoe', { coeId, reason }))),
    message: 'The hospital has been deactivated',
  })
  commandRoute(app, {
    ...ofCoe,
    url: '/api/coes/:id/activate',
    summary: 'Activate a hospital again',
    body: NoBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context: { handler } }, coeId) =>
      ofId(coeId, await handle(handler, coe, coeId, commandFrom(request, 'ActivateCoe', { coeId }))),
    message: 'The hospital has been activated',
  })
}
