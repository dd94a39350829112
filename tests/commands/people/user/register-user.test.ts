import { beforeEach, expect, test } from 'vitest'
import { handle, load } from '#commands/handle.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { registerUser, type RegisterUser } from '#commands/people/user/register-user.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { role } from '#domain/people/role/role.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import { command } from '#tests/support/command.ts'
import { faultAt, FaultyAnswer, faultyLog } from '#tests/support/faulty-log.ts'
import { createMemoryWorld, type MemoryWorld, recordedIn } from '#tests/support/memory-world.ts'

const emailSecret = 'email secret of tests'
let world: MemoryWorld

const define = async (name: string, permissions: readonly Permission[]) => {
  const roleId = roleIdOf(name)
  await handle(
    world.handler,
    role,
    roleId,
    command('DefineRole', { roleId, role: name, description: '', reach: 'all' as const }),
  )
  for (const permission of permissions) {
    const data = { roleId, permission, granter: { kind: 'system' as const } }
    await handle(world.handler, role, roleId, command('AttachPermission', data))
  }
}

beforeEach(async () => {
  world = createMemoryWorld()
  await define('ANALYST', ['VIEW_CHF_REPORT'])
})

const registering = (userId: string, email: string, over: { roles?: string[]; id?: string; by?: string } = {}) => {
  const { roles = ['ANALYST'], id, by } = over
  const data: RegisterUser['data'] = {
    userId,
    email,
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Okafor',
    phoneNumber: '08031234567',
    roles: roles.map(roleIdOf),
    granter: by === undefined ? 'system' : 'person',
  }
  return command('RegisterUser', data, { ...(id === undefined ? {} : { id }), ...(by === undefined ? {} : { by }) })
}
const register = (given: RegisterUser, { handler } = world) => registerUser({ handler, emailSecret }, given)

test('an e-mail belongs to one person, however it is written', async () => {
  expect(await register(registering('ada', 'Ada@Example.org'))).toMatchObject({ outcome: 'done' })
  const again = await register(registering('bola', ' ada@example.ORG '))
  expect(again).toMatchObject({ outcome: 'refused', refusal: { refused: 'user_email_taken' } })
  expect(await load(world.handler, user, 'bola')).toEqual({ status: 'none' })
})

test('the same command registers once', async () => {
  const given = registering('ada', 'ada@example.org')
  const first = await register(given)
  expect(await register(given)).toEqual(first)
  expect((await recordedIn(world)).filter(({ event }) => event.type === 'UserRegistered')).toHaveLength(1)
})

test('of many who want one e-mail at once, one gets it', async () => {
  const people = Array.from({ length: 8 }, (_, index) => `person-${index}`)
  await Promise.all(people.map((userId) => register(registering(userId, 'ada@example.org'))))
  const states = await Promise.all(people.map((userId) => load(world.handler, user, userId)))
  expect(states.filter(isRegistered)).toHaveLength(1)
})

test('nobody is registered with an e-mail that a finished registration holds, nor loses it', async () => {
  await register(registering('ada', 'ada@example.org'))
  await register(registering('bola', 'ada@example.org'))
  expect(await load(world.handler, user, 'ada')).toMatchObject({ status: 'active' })
})

for (const fault of ['fail before', 'lose answer'] as const) {
  test.each([1, 2])(
    `a registration whose append %i is made to ${fault} is finished by sending it again`,
    async (number) => {
      const broken = createMemoryWorld({ ...world, wrap: (log) => faultyLog(log, faultAt(number, fault)) })
      const given = registering('ada', 'ada@example.org')
      await expect(register(given, broken)).rejects.toThrow(FaultyAnswer)
      expect(await register(given, createMemoryWorld(world))).toMatchObject({
        outcome: 'done',
        state: { status: 'active' },
      })
      const types = (await recordedIn(world)).map(({ event }) => event.type)
      expect(types.filter((type) => type === 'EmailClaimed' || type === 'UserRegistered')).toHaveLength(2)
    },
  )
}

test('an e-mail claimed by a registration that nobody finished goes to the next who wants it', async () => {
  const broken = createMemoryWorld({ ...world, wrap: (log) => faultyLog(log, faultAt(2, 'fail before')) })
  const left = registering('ada', 'ada@example.org')
  await expect(register(left, broken)).rejects.toThrow(FaultyAnswer)
  const next = registering('bola', 'ada@example.org')
  expect(await register(next)).toMatchObject({ outcome: 'done', state: { status: 'active' } })
  expect(await register(left)).toMatchObject({ outcome: 'refused', refusal: { refused: 'user_email_taken' } })
})

test('the e-mail itself is not in the log', async () => {
  await register(registering('ada', 'ada@example.org'))
  expect(JSON.stringify(world.store.events)).not.toMatch(/ada@example|Okafor|08031234567/i)
})

test('a person registers others only with roles they may give', async () => {
  await define('SUPER_ADMIN', [])
  await register(registering('root', 'root@example.org', { roles: ['SUPER_ADMIN'] }))
  await register(registering('ada', 'ada@example.org'))
  const byAda = await register(registering('chidi', 'chidi@example.org', { by: 'ada' }))
  expect(byAda).toMatchObject({ outcome: 'refused', refusal: { refused: 'user_role_not_assignable' } })
  const byRoot = await register(registering('chidi', 'chidi@example.org', { by: 'root' }))
  expect(byRoot).toMatchObject({ outcome: 'done' })
})
