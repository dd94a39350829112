import { beforeEach, expect, test } from 'vitest'
import { catalogueProcesses } from '#commands/catalogue/processes/catalogue-processes.ts'
import { coeIdOf, createCoe } from '#commands/catalogue/coe/create-coe.ts'
import { handle, load } from '#commands/handle.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { ALL_COES, coeRegister } from '#domain/catalogue/coe-register/coe-register.ts'
import { role } from '#domain/people/role/role.ts'
import { recover } from '#tests/commands/recover.ts'
import { command } from '#tests/support/command.ts'
import { faultAt, faultyLog } from '#tests/support/faulty-log.ts'
import { createMemoryWorld, type MemoryWorld, recordedIn } from '#tests/support/memory-world.ts'

const emailSecret = 'email secret of tests'
let world: MemoryWorld
let before: number

const system = { kind: 'system' as const }
const kolo = {
  ...{ userId: 'kolo', email: 'kolo@example.org', emailVerified: true, firstName: 'Fatima', lastName: 'Kolo' },
  ...{ phoneNumber: '08031234567', roles: [roleIdOf('SUPER_ADMIN')], granter: 'system' as const },
}
const bello = { firstName: 'Hauwa', lastName: 'Bello', email: 'bello@example.org', phoneNumber: '08031234568' }
const details = {
  ...{ name: 'Lagos University Teaching Hospital', type: 'Federal' as const, capId: 'CAP-LUTH', stateId: '25' },
  address: 'Ishaga Road, Idi-Araba, Lagos',
}

beforeEach(async () => {
  world = createMemoryWorld()
  for (const [name, reach] of [['SUPER_ADMIN', 'all'] as const, ['COE_ADMIN', 'hospital'] as const]) {
    const roleId = roleIdOf(name)
    await handle(world.handler, role, roleId, command('DefineRole', { roleId, role: name, description: '', reach }))
  }
  const attach = { roleId: roleIdOf('COE_ADMIN'), permission: 'VIEW_OWN_COESTAFF' as const, granter: system }
  await handle(world.handler, role, attach.roleId, command('AttachPermission', attach))
  await registerUser({ handler: world.handler, emailSecret }, command('RegisterUser', kolo))
  before = (await recordedIn(world)).length
})

const asked = (over: { code?: string; admin?: typeof bello; by?: string } = {}) => {
  const { code = 'LUTH', admin = bello, by = 'kolo' } = over
  return command('CreateCoe', { ...details, code, admin }, { by })
}
const create = (given: ReturnType<typeof asked>, { handler } = world) => createCoe({ handler, emailSecret }, given)
const added = async () => (await recordedIn(world)).slice(before).map(({ event }) => event.type)
const WHOLE = ['CoeEntered', 'EmailClaimed', 'UserRegistered', 'UserCodeAsked', 'CoeRegistered']
const TAKEN_BACK = ['CoeEntered', 'EmailClaimed', 'UserRegistrationAbandoned', 'CoeTakenBack']

test('a hospital comes with its first administrator, who is mailed a link; asked again, nothing is added', async () => {
  const given = asked()
  const done = await create(given)
  expect(done).toMatchObject({ outcome: 'done', state: { status: 'active', code: 'LUTH', details } })
  expect(await create(given)).toEqual(done)
  expect(await create(given, createMemoryWorld(world))).toMatchObject({ outcome: 'done' })
  expect(await added()).toEqual(WHOLE)
})

test("what can be refused leaves nothing: who may not give the role, a code that is another hospital's", async () => {
  expect(await create(asked({ by: 'nobody' }))).toMatchObject({ refusal: { refused: 'user_role_not_assignable' } })
  expect(await added()).toEqual([])
  await create(asked())
  const other = { ...bello, email: 'other@example.org' }
  expect(await create(asked({ code: 'luth', admin: other }))).toMatchObject({ refusal: { refused: 'coe_code_taken' } })
  expect(await create(asked({ code: 'LONGER', admin: other }))).toMatchObject({
    refusal: { refused: 'coe_code_too_long' },
  })
  expect(await added()).toEqual(WHOLE)
})

test('an e-mail that somebody has leaves nothing; one that is taken meanwhile gives the code free again', async () => {
  const taken = asked({ admin: { ...bello, email: 'Kolo@example.org' } })
  expect(await create(taken)).toMatchObject({ refusal: { refused: 'user_email_taken' } })
  expect(await added()).toEqual([])
  // Another process registers somebody with the e-mail behind the last look at it.
  const late = asked()
  const overtaken = createMemoryWorld({
    ...world,
    wrap: (log) => ({
      ...log,
      append: async (...given) => {
        const done = await log.append(...given)
        const { handler } = createMemoryWorld(world)
        const staff = { ...kolo, userId: 'other', email: bello.email, roles: [roleIdOf('COE_ADMIN')], coeId: 'uch' }
        if (given[2].some(({ type }) => type === 'CoeEntered'))
          await registerUser({ handler, emailSecret }, command('RegisterUser', staff))
        return done
      },
    }),
  })
  expect(await create(late, overtaken)).toMatchObject({ refusal: { refused: 'user_email_taken' } })
  expect(await added()).toEqual([
    ...['CoeEntered', 'EmailClaimed', 'UserRegistered', 'UserRegistrationAbandoned', 'CoeTakenBack'],
  ])
  expect(await create(late)).toMatchObject({ outcome: 'refused' })
  expect((await create(asked({ admin: { ...bello, email: 'other@example.org' } }))).outcome).toBe('done')
})

test.each([
  ['one code', { admin: { ...bello, email: 'other@example.org' } }],
  ['one e-mail', { code: 'LASU' }],
  ['everything', {}],
])('two at once in two processes, with %s: one hospital, whole', async (_, over) => {
  const there = createMemoryWorld(world)
  const outcomes = await Promise.all([create(asked()), create(asked(over), there)])
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['done', 'refused'])
  const types = await added()
  for (const type of ['UserRegistered', 'CoeRegistered']) expect(types.filter((one) => one === type)).toHaveLength(1)
  expect(
    types.filter((type) => type === 'CoeEntered').length - types.filter((type) => type === 'CoeTakenBack').length,
  ).toBe(1)
})

test('the same request twice at once, in two processes, is one hospital', async () => {
  const given = asked()
  const outcomes = await Promise.all([create(given), create(given, createMemoryWorld(world))])
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  expect((await added()).toSorted()).toEqual(WHOLE.toSorted())
})

test('cut at any append it is whole or not begun, by itself and when it is asked again', async () => {
  const faults = [1, 2, 3, 4].flatMap((append) => [faultAt(append, 'fail before'), faultAt(append, 'lose answer')])
  const ends: string[] = []
  for (const [nth, plan] of faults.entries()) {
    const admin = { ...bello, email: `bello-${nth}@example.org` }
    for (const isAskedAgain of [true, false]) {
      before = (await recordedIn(world)).length
      const code = `${isAskedAgain ? 'A' : 'B'}${nth}`
      const given = asked({ code, admin: { ...admin, email: `${code}-${admin.email}` } })
      const cutting = createMemoryWorld({ ...world, wrap: (log) => faultyLog(log, plan) })
      await create(given, cutting).catch(() => undefined)
      const after = createMemoryWorld(world)
      if (isAskedAgain) expect((await create(given, after)).outcome).toBe('done')
      else await recover(catalogueProcesses, after)
      const types = await added()
      const isRegistered = types.includes('CoeRegistered')
      expect(types).toEqual(
        isRegistered ? WHOLE : types.length === 0 ? [] : TAKEN_BACK.filter((type) => types.includes(type)),
      )
      if (types.length > 0 && !isRegistered) expect(types.at(-1)).toBe('CoeTakenBack')
      expect((await load(after.handler, coe, coeIdOf(given))).status).toBe(isRegistered ? 'active' : 'none')
      ends.push(isRegistered ? 'whole' : 'not begun')
      // Asked again behind that it is the same, and its code is free or taken.
      expect((await create(given, after)).outcome).toBe(isRegistered || types.length === 0 ? 'done' : 'refused')
      const { isTakenBack } = (await load(after.handler, coeRegister, ALL_COES)).get(coeIdOf(given)) ?? {}
      expect(isTakenBack).toBe(!isRegistered && types.length > 0)
    }
  }
  expect(new Set(ends)).toEqual(new Set(['whole', 'not begun']))
})
