import { isRegistered, user } from '#domain/people/user/user.ts'
import { type Handler, load } from '#commands/handle.ts'
import type { Addressed } from '#commands/mail/send.ts'

/** Where a person is written to, as the log has it now; undefined when they are gone, deceased or closed. */
export async function mailAddress(handler: Handler, userId: string): Promise<Addressed | undefined> {
  const state = await load(handler, user, userId)
  if (!isRegistered(state) || state.status !== 'active') return undefined
  return { email: state.email, firstName: state.profile.firstName }
}
