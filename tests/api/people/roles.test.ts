import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PermissionView, Role, RoleDetail } from '#api/people/contracts/role.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { PERMISSIONS } from '#domain/kernel/permissions.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let admin: Caller
/** Manages roles and nothing else: holds a role of the installation's own. */
let manager: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
  await create({ role: 'ROLE_MANAGER', description: 'Manages roles', parentRole: roleIdOf('SUPER_ADMIN') })
  await attach('ROLE_MANAGER', 'MANAGE_ROLE')
  const { userId } = personOf('ANALYST')
  await admin.patch(`/api/users/${userId}/roles`, { roles: [roleIdOf('ANALYST'), roleIdOf('ROLE_MANAGER')] })
  manager = await demo.as('ANALYST')
})
afterAll(() => demo.end())

const create = (body: object, by = admin) => by.post('/api/roles', body)
const of = (role: string, permission: string) => `/api/roles/${roleIdOf(role)}/permissions/${permission}`
const attach = (role: string, permission: string, by = admin) => by.post(of(role, permission), {})
const detach = (role: string, permission: string, by = admin) => by.delete(of(role, permission))
const under = (role: string, parent: string, by = admin) =>
  by.post('/api/roles/parent', { role_id: roleIdOf(role), parent_role_id: roleIdOf(parent) })
const remove = (role: string, by = admin) => by.delete(`/api/roles/${roleIdOf(role)}`)
const detailOf = async (role: string) =>
  (await admin.get(`/api/roles/${roleIdOf(role)}`)).json<{ data: RoleDetail }>().data
const listed = async (role: string, query = '') =>
  (await admin.get(`/api/roles${query}`)).json<{ data: Role[] }>().data.find((one) => one.role === role)

test('a role is created under its parent, and reaches as far as that one unless it is said', async () => {
  const parentRole = roleIdOf('COE_ADMIN')
  const body = { role: 'WARD_CLERK', description: 'Keeps the wards', parentRole }
  expect((await create(body)).json()).toMatchObject({
    message: 'The role has been created',
    data: { id: roleIdOf('WARD_CLERK'), caught_up: true },
  })
  const clerk = await listed('WARD_CLERK')
  expect(clerk).toMatchObject({ description: 'Keeps the wards', reach: 'hospital', permissions: [] })
  expect(clerk?.role_parents).toMatchObject([{ role_id: roleIdOf('WARD_CLERK'), parent_role_id: parentRole }])
  await create({ ...body, role: 'WARD_HEAD', reach: 'all' })
  expect(await listed('WARD_HEAD')).toMatchObject({ reach: 'all' })
})

test('a role without parent and reach, of no such parent, with a name of its own kind or a known one is not created', async () => {
  const refused = async (body: object) => refusal(await create(body))
  expect(await refused({ role: 'ALONE', description: '' })).toMatchObject({ status: 422, fields: ['reach'] })
  expect(await refused({ role: 'ALONE', parentRole: 'nobody' })).toMatchObject({ fields: ['parentRole'] })
  expect(await refused({ role: 'Ward clerk', reach: 'all' })).toMatchObject({ fields: ['role'] })
  expect(await refused({ role: 'FINANCE', reach: 'all' })).toMatchObject({ message: 'This role already exists' })
  for (const role of ['', 'A\u0000B', 'A\u202eB', 'A'.repeat(101)])
    expect(await refused({ role, reach: 'all' })).toMatchObject({ status: 422, fields: ['role'] })
  const long = 'L'.repeat(60)
  expect((await create({ role: long, reach: 'self' })).statusCode).toBe(200)
  expect((await detailOf(long)).role).toBe(long)
  expect((await remove(long)).statusCode).toBe(200)
})

test('permissions are attached and detached by their name, and the history tells of it', async () => {
  await create({ role: 'READER', description: 'Reads', reach: 'all' })
  expect((await attach('READER', 'VIEW_COE')).json()).toMatchObject({
    message: 'Permission has been attached to role.',
  })
  expect((await listed('READER'))?.permissions).toEqual([{ id: 'VIEW_COE', permission: 'VIEW_COE' }])
  const head = await demo.context.log.head()
  expect((await attach('READER', 'VIEW_COE')).statusCode).toBe(200)
  expect(await demo.context.log.head()).toBe(head)
  expect((await detach('READER', 'VIEW_COE')).json()).toMatchObject({
    message: 'Permission has been detached from the role.',
  })
  const { history } = await detailOf('READER')
  const who = `${admin.person.firstName} ${admin.person.lastName}`
  expect(history).toMatchObject([
    { what: 'Permission detached: to see the list of hospitals', who, permission: 'MANAGE_ROLE' },
    { what: 'Permission attached: to see the list of hospitals', who },
    { what: 'Created as Reader; its holders see everything', who },
  ])
  for (const change of [attach, detach]) {
    expect(refusal(await change('READER', 'NO_SUCH'))).toMatchObject({ status: 404, message: 'Permission not found' })
    expect(refusal(await change('NOBODY', 'VIEW_COE'))).toMatchObject({ status: 404, message: 'Role not found' })
  }
})

test('a permission of the installation’s own is added, listed behind the portal’s, and attached', async () => {
  const add = (permission: string) => admin.post('/api/permissions', { permission, description: 'see the ward' })
  expect((await add('VIEW_WARD')).json()).toMatchObject({ data: { id: 'VIEW_WARD' } })
  expect(refusal(await add('VIEW_WARD'))).toMatchObject({ status: 422, fields: ['permission'] })
  expect(refusal(await add('VIEW_COE'))).toMatchObject({ message: 'This is already a permission of the portal' })
  expect(refusal(await add('view ward'))).toMatchObject({ fields: ['permission'] })
  const { data } = (await admin.get('/api/permissions')).json<{ data: PermissionView[] }>()
  expect(data.map(({ permission }) => permission)).toEqual([...PERMISSIONS, 'VIEW_WARD'])
  expect(data.at(-1)).toEqual({
    ...{ id: 'VIEW_WARD', permission: 'VIEW_WARD', description: 'see the ward', is_built_in: false },
  })
  expect((await attach('ANALYST', 'VIEW_WARD')).statusCode).toBe(200)
  const profile = (await (await demo.as('ANALYST', 2)).get('/api/users/profile')).json<{
    data: { permissions: string[] }
  }>()
  expect(profile.data.permissions).toContain('VIEW_WARD')
  await detach('ANALYST', 'VIEW_WARD')
})

test('a parent is attached and detached, whichever way round the address names the two', async () => {
  expect((await under('READER', 'AUDITOR')).json()).toMatchObject({ message: 'Parent attached to role' })
  const [parent, child] = [roleIdOf('AUDITOR'), roleIdOf('READER')]
  expect(await detailOf('AUDITOR')).toMatchObject({ children: [{ id: child, role: 'READER' }] })
  for (const path of [`${parent}/${child}`, `${child}/${parent}`]) {
    await under('READER', 'AUDITOR')
    const detached = await admin.delete(`/api/parent/roles/${path}`)
    expect(detached.json()).toMatchObject({ message: 'Parent dettached from role', data: { id: child } })
    expect((await detailOf('READER')).parents).toEqual([])
  }
  expect(refusal(await under('READER', 'NOBODY'))).toMatchObject({ status: 404 })
})

test('no role stands under itself, however many stand between', async () => {
  for (const role of ['RING_A', 'RING_B', 'RING_C']) await create({ role, reach: 'all' })
  await under('RING_A', 'RING_B')
  await under('RING_B', 'RING_C')
  const message = 'A role cannot be its own parent, directly or through other roles'
  expect(refusal(await under('RING_C', 'RING_A'))).toEqual({ status: 422, message, fields: ['parent_role_id'] })
  expect(refusal(await under('RING_A', 'RING_A'))).toMatchObject({ status: 422 })
  await admin.delete(`/api/parent/roles/${roleIdOf('RING_C')}/${roleIdOf('RING_B')}`)
  expect((await under('RING_C', 'RING_A')).statusCode).toBe(200)
})

test('a role that something uses is not deleted, and says what; one that nothing uses is', async () => {
  expect(refusal(await remove('AUDITOR'))).toMatchObject({ status: 422, fields: ['role'] })
  expect(refusal(await remove('ROLE_MANAGER'))).toMatchObject({
    message: 'This role is in use: 1 person has it',
  })
  await create({ role: 'USED', reach: 'all' })
  await under('READER', 'USED')
  expect(refusal(await remove('USED'))).toMatchObject({ message: 'This role is in use: it is a parent of Reader' })
  await admin.delete(`/api/parent/roles/${roleIdOf('USED')}/${roleIdOf('READER')}`)
  await admin.post(`/api/service_categories/6/roles/${roleIdOf('USED')}`, {})
  expect(refusal(await remove('USED'))).toMatchObject({
    message: 'This role is in use by categories of services: Imaging',
  })
  await admin.delete(`/api/service_categories/6/roles/${roleIdOf('USED')}`)
  expect((await remove('USED')).json()).toMatchObject({ message: 'The role has been deleted' })
  expect(await listed('USED')).toBeUndefined()
  expect(await detailOf('USED')).toMatchObject({ is_deleted: true, history: [{ what: 'Deleted' }, {}] })
  expect(refusal(await remove('NOBODY'))).toMatchObject({ status: 404 })
  expect((await create({ role: 'USED', reach: 'hospital' })).statusCode).toBe(200)
  expect(await listed('USED')).toMatchObject({ reach: 'hospital', permissions: [] })
})

test('who administers roles gives and takes nothing that they lack, and changes no role that they hold', async () => {
  expect((await create({ role: 'HELPER', reach: 'all' }, manager)).statusCode).toBe(200)
  expect(refusal(await attach('HELPER', 'CREDIT_POOL', manager))).toMatchObject({
    status: 422,
    message: 'You cannot give the right to credit the pool, because you do not have it',
  })
  expect((await attach('HELPER', 'VIEW_COE', manager)).statusCode).toBe(200)
  expect((await detach('SUPER_ADMIN', 'MANAGE_ROLE', manager)).statusCode).toBe(422)
  expect(refusal(await detach('FUND_ADMIN', 'CREDIT_POOL', manager)).status).toBe(422)
  expect(refusal(await under('FUND_ADMIN', 'ROLE_MANAGER', manager))).toMatchObject({ fields: ['role'] })
  for (const own of ['ROLE_MANAGER', 'ANALYST']) {
    expect(refusal(await attach(own, 'VIEW_COE', manager)).message).toBe('You cannot change a role that you have')
    expect(refusal(await under(own, 'HELPER', manager)).status).toBe(422)
  }
  for (const permission of ['MANAGE_ROLE', 'VIEW_COE'])
    expect((await detach('SUPER_ADMIN', permission)).statusCode).toBe(422)
})

test('who holds a role is told by name and hospital; of patients only how many', async () => {
  const { holders, holders_count: count } = await detailOf('COE_ADMIN')
  expect(count).toBe(2)
  expect(holders.every(({ name, coe_name: hospital }) => name !== '' && hospital !== '')).toBe(true)
  const patients = await detailOf('PATIENT')
  expect([patients.holders.length, patients.holders_count > 1]).toEqual([0, true])
})

test('only who may administer roles does, and reads of them; whoever may give roles is told which', async () => {
  for (const role of ['AUDITOR', 'COE_ADMIN', 'PATIENT']) {
    const by = await demo.as(role)
    const id = roleIdOf('READER')
    const answers = [
      await create({ role: 'MINE', reach: 'all' }, by),
      await attach('READER', 'VIEW_COE', by),
      await detach('READER', 'VIEW_COE', by),
      await under('READER', 'AUDITOR', by),
      await by.delete(`/api/parent/roles/${id}/${id}`),
      await remove('READER', by),
      await by.post('/api/permissions', { permission: 'MINE' }),
      await by.get('/api/permissions'),
      await by.get(`/api/roles/${id}`),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 403))
  }
  const assignable = async (role: string) =>
    (await (await demo.as(role)).get('/api/parent/roles'))
      .json<{ data: { role: string }[] }>()
      .data.map((one) => one.role)
  expect(await assignable('COE_ADMIN')).toEqual(
    ['COE_STAFF', 'DOCTOR', 'HELP_DESK', 'MDT', 'PHARMACIST', 'SOCIAL_WORKER', 'WARD_CLERK'].toSorted(),
  )
  expect(await assignable('SUPER_ADMIN')).toEqual(expect.arrayContaining(['FINANCE', 'SUPER_ADMIN', 'COE_ADMIN']))
  expect(await assignable('DOCTOR')).toEqual([])
})
