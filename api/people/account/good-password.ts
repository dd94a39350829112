import { load } from '#commands/handle.ts'
import { isCommonPassword } from '#commands/people/user/common-passwords.ts'
import { permissionsHeld } from '#commands/people/user/role-facts.ts'
import { isMixed, lengthOf, SHORTEST_PASSWORD, shortestFor } from '#domain/people/user/password.ts'
import { user } from '#domain/people/user/user.ts'
import type { AppContext } from '#api/context.ts'
import { invalid } from '#api/http-error.ts'
import { NOT_MIXED, TOO_SHORT } from '#api/people/contracts/account.ts'

/** Throws 422 with what is wrong with a password, in the words of the form that it comes from. */
export async function mustBeGood(
  { handler }: AppContext,
  {
    userId,
    password,
    isRecovery,
  }: { readonly userId: string; readonly password: string; readonly isRecovery: boolean },
): Promise<void> {
  const length = lengthOf(password)
  if (isRecovery && (length < SHORTEST_PASSWORD || !isMixed(password))) throw invalid('password', NOT_MIXED)
  if (length < SHORTEST_PASSWORD) throw invalid('password', TOO_SHORT)
  const state = await load(handler, user, userId)
  const shortest = shortestFor(await permissionsHeld(handler, state))
  if (length < shortest) throw invalid('password', `Use ${shortest} or more characters, as your roles require`)
  if (isCommonPassword(password)) throw invalid('password', 'This password is too easy to guess. Choose another one.')
}
