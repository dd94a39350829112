import { handle } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { createStaff, staffIdOf } from '#commands/people/user/create-staff.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { invitationToken } from '#commands/people/user/invitation.ts'
import { user } from '#domain/people/user/user.ts'
import { all, asking, firstOf, SEVERAL, whoMay, type World } from './aim-world.ts'
import type { Person } from './callers.ts'
import type { Aim } from './calls.ts'

const GOOD = 'Ward-seven-kettle-9'

const about = () => ({
  ...{ email: `${newId(Date.now())}@example.org`, first_name: 'Ada', last_name: 'Passing' },
  ...{ phone_number: '08012345678', gender: 'Female', date_of_birth: '1990-01-01' },
})

const hospitalIn = async (world: World): Promise<string> =>
  (await firstOf<{ id: string }>(world, `select id from coe where status = 'active' order by id limit 1`))?.id ?? ''

const several = (aim: () => Promise<Aim>): Promise<readonly Aim[]> => Promise.all(Array.from({ length: SEVERAL }, aim))

/** By whoever creates any user: they reach them all. */
function creator(world: World): Person {
  const [person] = whoMay(world, 'CREATE_USERS')
  if (person === undefined) throw new Error('Nobody may create users')
  return person
}

async function hired(world: World): Promise<{ readonly id: string; readonly coe_id: string }> {
  const coe_id = await hospitalIn(world)
  const body = { ...about(), role_id: roleIdOf('DOCTOR'), coe_id }
  const { text } = await asking(world)(creator(world), 'POST', '/api/users', body)
  return { id: String(JSON.parse(text).data?.id), coe_id }
}

/** People whom nobody has created yet. */
export const newPeople =
  (more: object, atHospital: boolean) =>
  async (world: World): Promise<readonly Aim[]> => {
    const coe_id = await hospitalIn(world)
    const body = () => ({ ...about(), ...more, ...(atHospital ? { coe_id } : {}) })
    return several(async () => ({ by: creator(world).id, body: body() }))
  }

/** New staff, whom nothing else is about. */
export const newStaff =
  (body: Readonly<Record<string, unknown>> = {}) =>
  (world: World): Promise<readonly Aim[]> =>
    several(async () => ({
      by: creator(world).id,
      params: { id: (await hired(world)).id },
      body,
    }))

/** Staff whose link was mailed a while ago. */
export const staffToInvite = (world: World): Promise<readonly Aim[]> =>
  several(async () => {
    const { now } = world.context
    const { id: by } = creator(world)
    const { email, first_name: firstName, last_name: lastName, phone_number: phoneNumber } = about()
    const [id, at] = [newId(now()), new Date(now() - 3_600_000).toISOString()]
    const data = { email, firstName, lastName, phoneNumber, roleId: roleIdOf('DOCTOR'), coeId: await hospitalIn(world) }
    const origin = { roles: [], permission: 'public', correlationId: id }
    const command = { type: 'CreateStaff', id, by, at, data, origin } as const
    if ((await createStaff(world.context, command)).outcome === 'refused') throw new Error('Nobody was created')
    return { by, params: { id: staffIdOf(command) }, body: {} }
  })

export const staffToMove = (world: World): Promise<readonly Aim[]> =>
  several(async () => {
    const { id: user_id, coe_id } = await hired(world)
    return { by: creator(world).id, body: { user_id, coe_id } }
  })

/** Links as they were mailed. */
export const linksToFollow = (world: World): Promise<readonly Aim[]> =>
  several(async () => {
    const { id: userId } = await hired(world)
    const { log, emailSecret, now } = world.context
    const events = (await log.read(`user-${userId}`)).map(({ event }) => event.data)
    const codeId = String(events.flatMap((data) => ('codeId' in Object(data) ? [Object(data).codeId] : []))[0])
    return {
      body: { token: invitationToken(emailSecret, { userId, codeId, until: now() + 60_000 }), password: GOOD },
    }
  })

/** New staff, and browsers in which the code to change them was right. */
export const staffToEdit = (world: World): Promise<readonly Aim[]> =>
  several(async () => {
    const { handler, now, emailSecret, staffWindow } = world.context
    const { id: by, email } = creator(world)
    const { id } = await hired(world)
    const codeId = newId(now())
    await handle(handler, user, by, {
      ...{ type: 'AskCode', id: codeId, by: 'system', at: new Date(now()).toISOString() },
      data: { userId: by, codeId, purpose: 'staff' },
      origin: { roles: [], permission: 'public', correlationId: codeId },
    })
    const [cookie = ''] = staffWindow.open({ codeId, emailKey: emailKey(email, emailSecret) }).split(';')
    const { email: _, ...details } = about()
    return { by, params: { id }, body: details, cookie }
  })

export const hospitalsWithStaff = async (world: World): Promise<readonly Aim[]> => {
  const hospitals = await all<{ id: string }>(world, 'select id from coe order by id limit 4')
  return hospitals.map(({ id }) => ({ by: creator(world).id, params: { coe_id: id } }))
}

export const peopleToLookUp = async (world: World): Promise<readonly Aim[]> =>
  whoMay(world, 'VERIFY_USER_EMAIL').flatMap(({ id: by }) =>
    world.callers.people.slice(0, 4).map(({ email }) => ({ by, body: { email } })),
  )
