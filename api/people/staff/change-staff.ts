import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import { handle } from '#commands/handle.ts'
import { changeHospital, changeStatus, inviteAgain } from '#commands/people/user/change-staff.ts'
import { user } from '#domain/people/user/user.ts'
import { commandFrom } from '#api/command-from.ts'
import { type Call, commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { notFound } from '#api/http-error.ts'
import { UserPath } from '#api/people/contracts/role.ts'
import { UserHospitalBody, VerifyUserBody } from '#api/people/contracts/staff-body.ts'
import { SHOWS_ROLES_OF_PEOPLE } from '#api/people/shows.ts'
import { userRolesWithin } from '#api/people/roles/user-roles.ts'

/** Somebody within reach who is no patient. */
async function staffOf({ request, context, params: { id } }: Call<typeof UserPath, z.ZodType>): Promise<string> {
  const { roles } = await userRolesWithin(context, request.reach(), id)
  if (roles.some(({ role }) => role === 'PATIENT')) throw notFound('User')
  return id
}

const ofStaff = {
  tag: 'Staff',
  permission: 'CREATE_COESTAFF',
  scope: 'reach',
  params: UserPath,
  body: NoBody,
  reach: staffOf,
  shows: SHOWS_ROLES_OF_PEOPLE,
} as const

/** POST /api/users/{id}/deactivate, /activate: their open sessions end with their next call. */
export const changeStaffStatus: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...ofStaff,
    url: '/api/users/:id/deactivate',
    summary: 'Close the account of a member of staff',
    run: async ({ request, context: { handler } }, userId) =>
      ofId(userId, await changeStatus(handler, commandFrom(request, 'DeactivateUser', { userId }))),
    message: 'The account has been deactivated',
  })
  commandRoute(app, {
    ...ofStaff,
    url: '/api/users/:id/activate',
    summary: 'Open the account of a member of staff again',
    run: async ({ request, context: { handler } }, userId) =>
      ofId(userId, await changeStatus(handler, commandFrom(request, 'ActivateUser', { userId }))),
    message: 'The account has been activated',
  })
}

/** POST /api/users/{id}/invitation: another link to choose the first password; those from before end. */
export const inviteStaffAgain: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...ofStaff,
    url: '/api/users/:id/invitation',
    summary: 'Mail the link to choose the first password again',
    run: async ({ request, context: { handler } }, userId) =>
      ofId(userId, await inviteAgain(handler, commandFrom(request, 'InviteAgain', { userId }))),
    message: 'We sent them another link. The earlier link no longer works.',
  })
}

/** PUT /api/users/ (E169), as the spec writes it and without its slash: makes somebody staff of a hospital. */
export const changeUserHospital: FastifyPluginAsync = async (app) => {
  for (const url of ['/api/users/', '/api/users'])
    commandRoute(app, {
      method: 'PUT',
      url,
      summary: 'Make a user staff of a hospital',
      tag: 'Staff',
      permission: 'ADD_COESTAFF',
      scope: 'all',
      body: UserHospitalBody,
      reach: ({ body: { user_id: userId, coe_id: coeId } }) => ({ userId, coeId }),
      run: async ({ request, context: { handler } }, about) =>
        ofId(about.userId, await changeHospital(handler, commandFrom(request, 'ChangeHospital', about))),
      message: 'User is now added to COE',
      shows: SHOWS_ROLES_OF_PEOPLE,
    })
}

/** PUT /api/users/{id} (E093): support has made sure that the e-mail is theirs. */
export const verifyUser: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PUT',
    url: '/api/users/:id',
    summary: "Verify a user's e-mail for them",
    tag: 'Staff',
    permission: 'VERIFY_USER_EMAIL',
    scope: 'all',
    params: UserPath,
    body: VerifyUserBody,
    reach: ({ params: { id } }) => id,
    run: async ({ request, context: { handler } }, userId) =>
      ofId(userId, await handle(handler, user, userId, commandFrom(request, 'ConfirmEmail', { userId }))),
    message: 'User email has been verified',
    shows: ['user_account'],
  })
}
