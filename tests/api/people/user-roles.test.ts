import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserRolesDetail } from '#api/people/contracts/role.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { handle } from '#commands/handle.ts'
import { user } from '#domain/people/user/user.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { secondProcess } from '#tests/api/limits/second-process.ts'
import { command } from '#tests/support/command.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let admin: Caller
let cmd: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
  cmd = await demo.as('COE_ADMIN')
})
afterAll(() => demo.end())

const pathOf = (role: string, second?: 2) => `/api/users/${personOf(role, second).userId}/roles`
const ids = (...roles: string[]) => roles.map(roleIdOf)
const give = (by: Caller, path: string, roles: readonly string[], more: object = {}) =>
  by.patch(path, { roles: ids(...roles), ...more })
const detailOf = async (path: string, by = admin) => (await by.get(path)).json<{ data: UserRolesDetail }>().data

test('roles are given to somebody of the own hospital; the answer is who they are now', async () => {
  const path = pathOf('HELP_DESK')
  const answer = await give(cmd, path, ['HELP_DESK', 'MDT'], { user_id: personOf('HELP_DESK').userId })
  expect(answer.json()).toMatchObject({
    message: 'User roles updated successfully',
    data: { roles: [{ role: 'HELP_DESK' }, { id: roleIdOf('MDT'), role: 'MDT' }], revision: 1, caught_up: true },
  })
  const { history } = await detailOf(path, cmd)
  expect(history[0]).toMatchObject({
    what: 'Roles changed from Help desk to Help desk, Multidisciplinary team (MDT)',
    who: `${cmd.person.firstName} ${cmd.person.lastName}`,
    permission: 'CREATE_COESTAFF',
  })
  expect(history.at(-1)?.what).toBe('Registered as Help desk')
})

test('an edit of what somebody else has changed since is refused', async () => {
  const path = pathOf('PHARMACIST')
  const { revision } = await detailOf(path)
  expect((await give(cmd, path, ['PHARMACIST', 'COE_STAFF'], { revision })).statusCode).toBe(200)
  expect(refusal(await give(admin, path, ['DOCTOR'], { revision }))).toMatchObject({ status: 409 })
  expect((await detailOf(path)).roles.map(({ role }) => role)).toEqual(['COE_STAFF', 'PHARMACIST'])
  expect((await give(admin, path, ['PHARMACIST'], { revision: revision + 1 })).statusCode).toBe(200)
})

test('no role, an unknown one, one’s own, another’s to give, and two that do not go together are refused', async () => {
  const path = pathOf('DOCTOR')
  expect(refusal(await give(cmd, path, []))).toEqual({
    ...{ status: 422, message: 'You must select at least one role.', fields: ['roles'] },
  })
  expect(refusal(await give(cmd, path, ['NOBODY']))).toMatchObject({ status: 422, fields: ['roles'] })
  for (const roles of [['FINANCE'], ['SUPER_ADMIN'], ['DOCTOR', 'COE_ADMIN']])
    expect(refusal(await give(cmd, path, roles))).toMatchObject({ status: 422, fields: ['roles'] })
  expect(refusal(await give(admin, pathOf('FINANCE'), ['FINANCE', 'DFA'])).status).toBe(422)
  expect(refusal(await give(admin, pathOf('SUPER_ADMIN'), ['ANALYST']))).toMatchObject({
    message: 'You cannot change your own roles',
  })
  expect(refusal(await give(admin, path, ['DOCTOR', 'FINANCE'])).status).toBe(422)
  const another = { user_id: personOf('FINANCE').userId }
  expect(refusal(await give(admin, path, ['DOCTOR'], another))).toMatchObject({ status: 422, fields: ['user_id'] })
})

test('who sees no personal data is told the roles, and neither name nor e-mail', async () => {
  const path = pathOf('PHARMACIST')
  const shown = await detailOf(path, await demo.as('SUPPORT'))
  expect(shown).toMatchObject({ first_name: '', last_name: '', email: '', roles: [{ role: 'PHARMACIST' }] })
  const { firstName, email } = personOf('PHARMACIST')
  expect(await detailOf(path)).toMatchObject({ first_name: firstName, email })
  expect(JSON.stringify(shown)).not.toContain(email)
  expect(JSON.stringify(shown)).not.toContain(firstName)
})

// Endpoint x role x own hospital, another, missing.
test.each([
  ['SUPER_ADMIN', 200, 200, 404],
  ['COE_ADMIN', 200, 404, 404],
  ['DOCTOR', 403, 403, 403],
  ['AUDITOR', 403, 403, 403],
  ['SUPPORT', 403, 403, 403],
  ['PATIENT', 403, 403, 403],
])(
  '%s changes the roles of somebody of the first hospital: %i, of the second: %i, of nobody: %i',
  async (role, ...expected) => {
    const by = await demo.as(role)
    const answers = [
      await give(by, pathOf('SOCIAL_WORKER'), ['SOCIAL_WORKER']),
      await give(by, pathOf('SOCIAL_WORKER', 2), ['SOCIAL_WORKER']),
      await give(by, '/api/users/nobody/roles', ['SOCIAL_WORKER']),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(expected)
  },
)

test('a change of roles, and of a role, acts on an open session in another process', async () => {
  const second = await secondProcess(demo)
  try {
    const path = pathOf('SECRETARIAT', 2)
    const { token } = await demo.as('SECRETARIAT', 2)
    const may = async () => {
      const list = `http://127.0.0.1:${second.port}/api/service_categories/list`
      return (await fetch(list, { headers: { authorization: `Bearer ${token}` } })).status
    }
    const permission = `/api/roles/${roleIdOf('SECRETARIAT')}/permissions/VIEW_CATEGORY`
    expect(await may()).toBe(200)
    // Whoever answers the change has waited for what the sessions go by: the very next call in any process is another's.
    expect((await give(admin, path, ['FINANCE'])).json()).toMatchObject({ data: { caught_up: true } })
    expect(await may()).toBe(403)
    await give(admin, path, ['SECRETARIAT'])
    expect(await may()).toBe(200)
    await admin.delete(permission)
    expect(await may()).toBe(403)
    await admin.post(permission, {})
    expect(await may()).toBe(200)
    const { userId } = personOf('SECRETARIAT', 2)
    const { handler, caughtUp, log } = demo.context
    await handle(handler, user, userId, command('DeactivateUser', { userId }))
    await caughtUp(await log.head())
    expect(await may()).toBe(401)
  } finally {
    await second.end()
  }
})
