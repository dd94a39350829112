import { newId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { INVITATION_LIFE_MS, invitationToken } from '#commands/people/user/invitation.ts'
import type { PeoplePage, PersonDetail, StaffCreated } from '#api/people/contracts/staff.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { type Caller, type DemoApp, personOf } from '#tests/support/demo-app.ts'

export const coeOf = (role: string, second?: 2) => pilotCoeId(personOf(role, second).coeCode ?? '')
/** The hospitals of the first head of one, and of the second. */
export const [OWN, OTHER] = [coeOf('COE_ADMIN'), coeOf('COE_ADMIN', 2)]
/** Good enough for everybody. */
export const GOOD = 'Ward-seven-kettle-9'
export const someone = {
  ...{ first_name: 'Zubaida', last_name: 'Nwachukwu', phone_number: '08012345678' },
  ...{ gender: 'Female', date_of_birth: '1990-02-03' },
}
/** An e-mail that nobody has. */
export const mail = () => `${newId(Date.now())}@example.org`
/** What creates a doctor. */
export const staff = (over: object = {}) => ({ ...someone, email: mail(), role_id: roleIdOf('DOCTOR'), ...over })

/** Somebody new. Throws when they are refused. */
export async function made(by: Caller, body = staff()): Promise<{ readonly id: string; readonly email: string }> {
  const answer = await by.post('/api/users', body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { id: answer.json<StaffCreated>().data.id, email: body.email }
}

export const page = async (by: Caller, url: string) => (await by.get(url)).json<{ data: PeoplePage }>().data
export const idsOf = async (by: Caller, url: string) => (await page(by, url)).data.map(({ id }) => id)
export const detailOf = async (by: Caller, id: string) =>
  (await by.get(`/api/users/${id}`)).json<{ data: PersonDetail }>().data

/** Calls of whoever has no session, or another one. */
export const sending =
  (demo: DemoApp) =>
  (method: 'POST' | 'PUT', url: string, payload: object, headers: Record<string, string> = {}) =>
    demo.app.inject({ method, url, payload, headers })

export const eventsOf = async ({ context }: DemoApp, userId: string) =>
  (await context.log.read(`user-${userId}`)).map(({ event }) => event as UserEvent)

/** The last part of the link that was mailed to somebody. */
export async function linkOf(demo: DemoApp, userId: string): Promise<string> {
  const invited = (await eventsOf(demo, userId)).findLast((event) => event.type === 'UserCodeAsked')
  if (invited?.type !== 'UserCodeAsked' || invited.data.purpose !== 'invitation') throw new Error('No invitation')
  const until = Date.parse(invited.data.at) + INVITATION_LIFE_MS
  return invitationToken(demo.context.emailSecret, { userId, codeId: invited.data.codeId, until })
}
