import { isRegistered, user } from '#domain/people/user/user.ts'
import { type Handler, load } from '#commands/handle.ts'

/** Where a person is written to, as the log has it now; undefined when they are gone, deceased or closed. */
export async function mailAddress(handler: Handler, userId: string): Promise<string | undefined> {
  const state = await load(handler, user, userId)
  return isRegistered(state) && state.status === 'active' ? state.email : undefined
}
