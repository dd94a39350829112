import { beforeEach, expect, test } from 'vitest'
import { handle, type Handler } from '#commands/handle.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { assignRoles } from '#commands/people/user/assign-roles.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import { user } from '#domain/people/user/user.ts'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { AT, command } from '#tests/support/command.ts'
import { createMemoryWorld } from '#tests/support/memory-world.ts'

const emailSecret = 'email secret of tests'
let handler: Handler

const register = async (userId: string, role: string, coeId?: string) => {
  const person = { firstName: 'Ada', lastName: 'Okafor', phoneNumber: '08031234567', emailVerified: true }
  const data = {
    userId,
    email: `${userId}@example.org`,
    ...person,
    coeId,
    roles: [roleIdOf(role)],
    granter: 'system' as const,
  }
  const done = await registerUser({ handler, emailSecret }, command('RegisterUser', data))
  expect(done.outcome).toBe('done')
}
const assign = (by: string, userId: string, ...roles: string[]) =>
  assignRoles(handler, command('AssignRoles', { userId, roles: roles.map(roleIdOf) }, { by }))

beforeEach(async () => {
  handler = createMemoryWorld().handler
  await loadReferenceData({ handler, at: AT })
  await register('root', 'SUPER_ADMIN')
  await register('cmd', 'COE_ADMIN', 'coe-1')
  await register('ada', 'HELP_DESK', 'coe-1')
})

test('a super admin gives any role to others', async () => {
  await register('emeka', 'ANALYST')
  expect(await assign('root', 'emeka', 'FINANCE', 'ANALYST')).toMatchObject({ outcome: 'done' })
})

test('a super admin does not give two steps of the payment chain to one person, nor one to themselves', async () => {
  await register('emeka', 'FINANCE')
  const two = await assign('root', 'emeka', 'FINANCE', 'PERMSEC')
  expect(two).toMatchObject({ refusal: { refused: 'user_roles_two_chain_steps' } })
  expect(await assign('root', 'root', 'FINANCE')).toMatchObject({ refusal: { refused: 'user_roles_own' } })
})

test('a CMD gives the roles of the hospital, and none above it', async () => {
  expect(await assign('cmd', 'ada', 'DOCTOR')).toMatchObject({ outcome: 'done' })
  expect(await assign('cmd', 'ada', 'DOCTOR', 'MDT')).toMatchObject({ outcome: 'done' })
  for (const role of ['COE_ADMIN', 'SUPER_ADMIN', 'FINANCE'])
    expect(await assign('cmd', 'ada', role)).toMatchObject({ refusal: { refused: 'user_role_not_assignable' } })
})

test('somebody deactivated gives nothing any more', async () => {
  await handle(handler, user, 'cmd', command('DeactivateUser', { userId: 'cmd' }))
  expect(await assign('cmd', 'ada', 'DOCTOR')).toMatchObject({ refusal: { refused: 'user_role_not_assignable' } })
})

test('the same command again is answered as the first time', async () => {
  const given = command('AssignRoles', { userId: 'ada', roles: [roleIdOf('DOCTOR')] }, { by: 'cmd' })
  const first = await assignRoles(handler, given)
  expect(await assignRoles(handler, given)).toEqual(first)
})
