import type { FastifyPluginAsync } from 'fastify'
import { emailKey } from '#commands/people/user/email-key.ts'
import { changeStaff } from '#commands/people/user/change-staff.ts'
import { load } from '#commands/handle.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { invalid, notFound } from '#api/http-error.ts'
import { endWait } from '#api/people/account/code-requests.ts'
import { UserPath } from '#api/people/contracts/role.ts'
import { StaffEditBody } from '#api/people/contracts/staff-body.ts'
import { SHOWS_ROLES_OF_PEOPLE } from '#api/people/shows.ts'
import { userRolesWithin } from '#api/people/roles/user-roles.ts'

/** PUT /api/coeadmin/staff/{id} (E156): the details of somebody within reach, after a code that was mailed to who changes them. */
export const editStaff: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PUT',
    url: '/api/coeadmin/staff/:id',
    summary: 'Change the details of a member of staff',
    tag: 'Staff',
    permission: 'CREATE_COESTAFF',
    scope: 'reach',
    params: UserPath,
    body: StaffEditBody,
    reach: async ({ request, context, params: { id }, body: { email } }) => {
      const person = await userRolesWithin(context, request.reach(), id)
      if (person.roles.some(({ role }) => role === 'PATIENT')) throw notFound('User')
      if (email !== undefined && email.toLowerCase() !== person.email.toLowerCase())
        throw invalid('email', 'The email identifies the account and cannot be changed here')
      const shown = context.staffWindow.of(request)
      if (shown?.emailKey !== emailKey(request.actor().email, context.emailSecret))
        throw invalid('hash', 'Ask for a code first, then continue in the same browser within ten minutes')
      return { id, codeId: shown.codeId }
    },
    run: async ({ request, context, body }, { id, codeId }) => {
      const { handler } = context
      const state = await load(handler, user, id)
      const command = commandFrom(request, 'ChangeStaff', {
        ...{ userId: id, codeId, firstName: body.first_name, lastName: body.last_name },
        otherNames: isRegistered(state) ? state.profile.otherNames : undefined,
        ...{ phoneNumber: body.phone_number, gender: body.gender, dateOfBirth: body.date_of_birth },
        revision: body.revision,
      })
      const done = await changeStaff(handler, command)
      if (done.outcome === 'done') await endWait(context, codeId)
      return ofId(id, done)
    },
    message: 'Staff updated successfully',
    shows: SHOWS_ROLES_OF_PEOPLE,
  })
}
