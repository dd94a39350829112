import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { handle, type Handler, load } from '#commands/handle.ts'
import { changeParent } from '#commands/people/role/change-role.ts'
import { createRole } from '#commands/people/role/create-role.ts'
import { deleteRole } from '#commands/people/role/delete-role.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { peopleProcesses } from '#commands/people/processes/people-processes.ts'
import { assignRoles } from '#commands/people/user/assign-roles.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import { role } from '#domain/people/role/role.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import { AT, command } from '#tests/support/command.ts'
import { faultAt, faultyLog } from '#tests/support/faulty-log.ts'
import { createMemoryWorld, recordedIn } from '#tests/support/memory-world.ts'

const WARD = roleIdOf('WARD')
const [SUPER, ANALYST] = [roleIdOf('SUPER_ADMIN'), roleIdOf('ANALYST')]
const system = { kind: 'system' as const }

async function worldOfPeople() {
  const world = createMemoryWorld()
  const { handler } = world
  for (const name of ['SUPER_ADMIN', 'ANALYST', 'WARD']) {
    const roleId = roleIdOf(name)
    await handle(
      handler,
      role,
      roleId,
      command('DefineRole', { roleId, role: name, description: '', reach: 'all' as const }),
    )
  }
  await register(handler, 'root', SUPER)
  await register(handler, 'ada', ANALYST)
  return world
}
type World = Awaited<ReturnType<typeof worldOfPeople>>

const register = (handler: Handler, userId: string, ...roles: string[]) => {
  const person = { firstName: 'Ada', lastName: 'Okafor', phoneNumber: '08031234567', emailVerified: true }
  const data = { userId, email: `${userId}@example.org`, ...person, roles, granter: system.kind }
  return registerUser({ handler, emailSecret: 'a secret of tests' }, command('RegisterUser', data))
}
const assign = (roles: readonly string[], userId = 'ada', by = 'root') =>
  command('AssignRoles', { userId, roles }, { by })
const remove = (roleId = WARD) => command('DeleteRole', { roleId }, { by: 'root' })
const heldBy = async (world: World, userId = 'ada') => {
  const state = await load(createMemoryWorld(world).handler, user, userId)
  return isRegistered(state) ? [...state.roles] : []
}
const statusOf = async (world: World, roleId = WARD) =>
  (await load(createMemoryWorld(world).handler, role, roleId)).status

const wait = async (turns: number) => {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
}

/** Another process, whose readings and appends take their time. */
function slow(world: World, turns: Iterator<number>) {
  const pause = () => wait(turns.next().value ?? 0)
  return createMemoryWorld({
    ...world,
    wrap: (log) => ({
      ...log,
      append: (...given) => pause().then(() => log.append(...given)),
      read: (...given) => pause().then(() => log.read(...given)),
    }),
  })
}

let world: World
beforeEach(async () => {
  world = await worldOfPeople()
})

test('a role that somebody holds, or was registered with, is not deleted until they hold it no more', async () => {
  const { handler } = world
  expect((await assignRoles(handler, assign([ANALYST, WARD]))).outcome).toBe('done')
  expect(await heldBy(world)).toEqual([ANALYST, WARD])
  expect(await deleteRole(handler, remove())).toMatchObject({ refusal: { refused: 'role_is_held' } })
  await assignRoles(handler, assign([ANALYST]))
  await register(handler, 'bola', WARD)
  expect(await deleteRole(handler, remove())).toMatchObject({ refusal: { refused: 'role_is_held' } })
  await assignRoles(handler, assign([ANALYST], 'bola'))
  expect((await deleteRole(handler, remove())).outcome).toBe('done')
  expect(await assignRoles(handler, assign([ANALYST, WARD]))).toMatchObject({
    refusal: { refused: 'user_role_unknown' },
  })
  expect(await register(handler, 'chidi', WARD)).toMatchObject({ refusal: { refused: 'user_role_unknown' } })
})

test('given and deleted at once by two processes, a role is either held or gone', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 9 })), async (turns) => {
      const race = await worldOfPeople()
      const [given, deleted] = await Promise.all([
        assignRoles(slow(race, turns).handler, assign([ANALYST, WARD])),
        // A deletion has less to do: it begins later.
        wait(40 * (turns.next().value ?? 0)).then(() => deleteRole(slow(race, turns).handler, remove())),
      ])
      const isHeld = (await heldBy(race)).includes(WARD)
      expect(await statusOf(race)).toBe(isHeld ? 'defined' : 'deleted')
      expect([given.outcome, deleted.outcome]).toEqual(isHeld ? ['done', 'refused'] : ['refused', 'done'])
      seen.add(given.outcome)
    }),
    { numRuns: 25, seed: 7 },
  )
  expect([...seen].sort()).toEqual(['done', 'refused'])
})

test('cut at any append, roles are given whole by the process, or by the same command again', async () => {
  for (const plan of [1, 2, 3].flatMap((nth) => [faultAt(nth, 'fail before'), faultAt(nth, 'lose answer')]))
    for (const finish of ['again', 'process'] as const) {
      const cut = await worldOfPeople()
      const cutting = createMemoryWorld({ ...cut, wrap: (log) => faultyLog(log, plan) })
      const asked = assign([ANALYST, WARD])
      await assignRoles(cutting.handler, asked).catch(() => undefined)
      const past = await recordedIn(cut)
      const event = past.findLast((one) => one.event.type === 'UserRolesAsked')
      if (finish === 'again') expect((await assignRoles(createMemoryWorld(cut).handler, asked)).outcome).toBe('done')
      else if (event === undefined) continue
      else {
        const work = peopleProcesses.find(({ name }) => name === 'giving roles')?.work
        await work?.forward(createMemoryWorld(cut).handler, { key: 'ada', event })
      }
      expect(await heldBy(cut)).toEqual([ANALYST, WARD])
      expect(await deleteRole(createMemoryWorld(cut).handler, remove())).toMatchObject({ outcome: 'refused' })
      const taken = (await recordedIn(cut)).filter((one) => one.event.type === 'RoleTaken')
      expect(taken).toHaveLength(1)
    }
})

test('what a role refused is refused to the same command again, also once there is such a role again', async () => {
  const cutting = createMemoryWorld({ ...world, wrap: (log) => faultyLog(log, faultAt(1, 'lose answer')) })
  const asked = assign([ANALYST, WARD])
  await expect(assignRoles(cutting.handler, asked)).rejects.toThrow()
  const { handler } = createMemoryWorld(world)
  expect((await deleteRole(handler, remove())).outcome).toBe('done')
  const event = (await recordedIn(world)).findLast((one) => one.event.type === 'UserRolesAsked')
  expect(event).toBeDefined()
  const work = peopleProcesses.find(({ name }) => name === 'giving roles')?.work
  if (event) await work?.forward(handler, { key: 'ada', event })
  expect(await assignRoles(handler, asked)).toMatchObject({ refusal: { refused: 'user_role_unknown' } })
  const again = command('DefineRole', { roleId: WARD, role: 'WARD', description: '', reach: 'all' as const })
  expect((await handle(handler, role, WARD, again)).outcome).toBe('done')
  expect(await assignRoles(handler, asked)).toMatchObject({ refusal: { refused: 'role_unknown' } })
  expect(await heldBy(world)).toEqual([ANALYST])
  expect((await assignRoles(handler, assign([ANALYST, WARD]))).outcome).toBe('done')
})

test('two super admins who take it from one another at once: one of them stays', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 9 })), async (turns) => {
      const race = await worldOfPeople()
      await register(race.handler, 'boss', SUPER)
      await Promise.all([
        assignRoles(slow(race, turns).handler, assign([ANALYST], 'boss', 'root')),
        assignRoles(slow(race, turns).handler, assign([ANALYST], 'root', 'boss')),
      ])
      const left = (await Promise.all(['root', 'boss'].map(async (one) => heldBy(race, one)))).flat()
      expect(left.toSorted()).toEqual([ANALYST, SUPER].toSorted())
      seen.add((await heldBy(race, 'root')).join())
      // And who was given it back may take it away again.
      const [winner, loser] = (await heldBy(race, 'root')).includes(SUPER) ? ['root', 'boss'] : ['boss', 'root']
      const { handler } = createMemoryWorld(race)
      expect((await assignRoles(handler, assign([SUPER], loser, winner))).outcome).toBe('done')
      expect((await assignRoles(handler, assign([ANALYST], winner, loser))).outcome).toBe('done')
    }),
    { numRuns: 15, seed: 7 },
  )
  expect(seen.size).toBe(2)
})

test('two roles put each under the other at once: one of them stands under the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 9 })), async (turns) => {
      const race = await worldOfPeople()
      const under = (roleId: string, parentRoleId: string) =>
        changeParent(
          slow(race, turns).handler,
          command('AttachParentRole', { roleId, parentRoleId }, { by: 'root', at: AT }),
        )
      const done = await Promise.all([under(WARD, ANALYST), under(ANALYST, WARD)])
      expect(done.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'refused'])
    }),
    { numRuns: 15, seed: 7 },
  )
})

test('a role that was created with its parent is not deleted from under it', async () => {
  const { handler } = world
  const data = { role: 'BED', description: '', parentRoleId: WARD }
  expect((await createRole(handler, command('DefineRole', data, { by: 'root' }))).outcome).toBe('done')
  expect(await deleteRole(handler, remove())).toMatchObject({ refusal: { refused: 'role_is_parent' } })
  expect((await deleteRole(handler, remove(roleIdOf('BED')))).outcome).toBe('done')
  expect((await deleteRole(handler, remove())).outcome).toBe('done')
})
