import type { FastifyPluginAsync } from 'fastify'
import { handle, load } from '#commands/handle.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { EditCoeBody } from '#api/catalogue/contracts/coe-body.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { notFound } from '#api/http-error.ts'
import { CHANGES_COE } from './coe-path.ts'

/** PUT /api/coes/{id} (E152): all that a hospital is known by, but its code. */
export const editCoe: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...CHANGES_COE,
    method: 'PUT',
    url: '/api/coes/:id',
    summary: 'Edit a hospital',
    body: EditCoeBody,
    reach: async ({ context, params: { id } }) => {
      const known = await load(context.handler, coe, id)
      if (known.status === 'none') throw notFound('Hospital')
      return { id, known: known.details }
    },
    run: async ({ request, context, body }, { id: coeId, known }) => {
      const command = commandFrom(request, 'ChangeCoeDetails', {
        ...{ coeId, name: body.coe_name, type: body.coe_type, address: body.coe_address },
        ...{ capId: body.coe_id_cap ?? known.capId, stateId: String(body.state_id), revision: body.revision },
      })
      return ofId(coeId, await handle(context.handler, coe, coeId, command))
    },
    message: 'COE updated',
  })
}
