import type { FastifyPluginAsync } from 'fastify'
import { coeIdOf, createCoe as create } from '#commands/catalogue/coe/create-coe.ts'
import { proposedCode } from '#domain/kernel/short-code.ts'
import { NewCoeBody } from '#api/catalogue/contracts/coe-body.ts'
import { SHOWS_COES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'

/** POST /api/coes (E151): a hospital with its first administrator, who is mailed a link to choose a password. */
export const createCoe: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/coes',
    summary: 'Create a hospital with its first administrator',
    tag: 'Hospitals',
    permission: 'CREATE_COE',
    scope: 'all',
    body: NewCoeBody,
    reach: () => undefined,
    run: async ({ request, context, body }) => {
      const command = commandFrom(request, 'CreateCoe', {
        ...{ name: body.coe_name, type: body.coe_type, address: body.coe_address, capId: body.coe_id_cap },
        stateId: String(body.state_id),
        code: body.coe_code ?? proposedCode(body.coe_name),
        admin: {
          ...{ firstName: body.first_name, lastName: body.last_name },
          ...{ email: body.email, phoneNumber: body.phone_number },
        },
      })
      return ofId(coeIdOf(command), await create(context, command))
    },
    message: 'COE Created successfully',
    shows: [...SHOWS_COES, 'hospital_staff', 'user_account'],
  })
}
