import { handle, type Handler } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { user } from '#domain/people/user/user.ts'
import { DEMO_PEOPLE } from './demo-people.ts'

/** That each of the demo people has chosen the password that they sign in with; told again it adds nothing. */
export async function tellOwnPasswords(handler: Handler, at: string): Promise<void> {
  for (const { userId } of DEMO_PEOPLE) {
    const [id, changeId] = [deriveId('demo', 'chose a password', userId), deriveId('demo', 'password', userId)]
    const origin = { roles: [], permission: 'public', correlationId: id }
    const command = { type: 'ChangePassword', id, by: userId, at, origin, data: { userId, changeId } } as const
    const told = await handle(handler, user, userId, command)
    // Whoever was closed since by an administrator of a demo that was cut off signs in with none.
    if (told.outcome === 'refused' && told.refusal.refused !== 'user_closed') throw new Error(told.refusal.refused)
  }
}
