import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { DeactivateCoeBody } from '#api/catalogue/contracts/coe-body.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { CHANGES_COE } from './coe-path.ts'

/** POST /api/coes/{id}/deactivate, /activate: a hospital that is deactivated bills nobody with its next call, on every process. */
export const changeCoeStatus: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...CHANGES_COE,
    url: '/api/coes/:id/deactivate',
    summary: 'Deactivate a hospital',
    body: DeactivateCoeBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context: { handler }, body: { reason } }, coeId) =>
      ofId(coeId, await handle(handler, coe, coeId, commandFrom(request, 'DeactivateCoe', { coeId, reason }))),
    message: 'The hospital has been deactivated',
  })
  commandRoute(app, {
    ...CHANGES_COE,
    url: '/api/coes/:id/activate',
    summary: 'Activate a hospital again',
    body: NoBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context: { handler } }, coeId) =>
      ofId(coeId, await handle(handler, coe, coeId, commandFrom(request, 'ActivateCoe', { coeId }))),
    message: 'The hospital has been activated',
  })
}
