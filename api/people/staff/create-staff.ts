import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import { createStaff as create, type CreateStaff, staffIdOf } from '#commands/people/user/create-staff.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { commandFrom } from '#api/command-from.ts'
import { type Call, commandRoute } from '#api/command-route.ts'
import { HttpError } from '#api/http-error.ts'
import { ChfAdminBody, HelpDeskBody, StaffBody } from '#api/people/contracts/staff-body.ts'
import { StaffCreated } from '#api/people/contracts/staff.ts'
import { nameOf } from '#api/people/roles/user-roles.ts'
import { SHOWS_ROLES_OF_PEOPLE } from '#api/people/shows.ts'
import { hospitalWithin } from './people-list.ts'

type Body = z.output<typeof HelpDeskBody> | z.output<typeof ChfAdminBody> | StaffBody
type Chosen = Pick<CreateStaff['data'], 'roleId' | 'coeId' | 'otherNames' | 'profession'>

const filled = (typed: string) => (typed === '' ? undefined : typed)

async function run({ request, context, body }: Call<z.ZodType, z.ZodType<Body>>, chosen: Chosen) {
  const { email, first_name: firstName, last_name: lastName, phone_number, gender, date_of_birth } = body
  const command = commandFrom(request, 'CreateStaff', {
    ...{ email, firstName, lastName, phoneNumber: phone_number, gender, dateOfBirth: date_of_birth },
    ...chosen,
  })
  const done = await create(context, command)
  if (done.outcome === 'refused') return done
  const roles = [{ id: chosen.roleId, role: await nameOf(context.handler, chosen.roleId) }]
  return { ...done, data: { id: staffIdOf(command), first_name: firstName, last_name: lastName, roles } }
}

const common = {
  tag: 'Staff',
  scope: 'reach',
  answer: StaffCreated,
  run,
  fieldNames: { roles: 'role_id' },
  shows: SHOWS_ROLES_OF_PEOPLE,
} as const

/** POST /api/users (E167): staff of a hospital, the own one for who reaches no other, or of the fund. */
export const createUser: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...common,
    url: '/api/users',
    summary: 'Create a staff user of a hospital or the fund',
    permission: ['CREATE_USERS', 'CREATE_CHFSTAFF', 'CREATE_COESTAFF'],
    body: StaffBody,
    reach: ({ request, body }) => {
      const { role_id: roleId, coe_id: coe, other_names: otherNames, profession } = body
      const coeId = hospitalWithin(request.reach(), coe ?? undefined)
      const needed: Permission = coeId === undefined ? 'CREATE_CHFSTAFF' : 'CREATE_COESTAFF'
      const { permissions } = request.actor()
      if (!permissions.has('CREATE_USERS') && !permissions.has(needed))
        throw new HttpError(403, 'You cannot create this kind of user')
      return { roleId, coeId, otherNames: filled(otherNames), profession: filled(profession) }
    },
    message: 'New user created successfully',
  })
}

/** POST /api/sadmin/coehelpdeskstaffs (E160). */
export const createHelpDesk: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...common,
    url: '/api/sadmin/coehelpdeskstaffs',
    summary: 'Create a help desk user of a hospital',
    permission: 'CREATE_COEHELPDESK',
    body: HelpDeskBody,
    reach: ({ request, body }) => ({
      roleId: roleIdOf('HELP_DESK'),
      coeId: hospitalWithin(request.reach(), body.coe_id),
    }),
    message: 'COE help desk staff Created',
  })
}

/** POST /api/sadmin/chfstaffs (E165): an administrator of the fund. */
export const createChfAdmin: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...common,
    url: '/api/sadmin/chfstaffs',
    summary: 'Create an administrator of the fund',
    permission: 'CREATE_CHFADMIN',
    scope: 'all',
    body: ChfAdminBody,
    reach: () => ({ roleId: roleIdOf('FUND_ADMIN') }),
    message: 'CHF Admin Created',
  })
}
