import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import { digestOf } from '#domain/kernel/digest.ts'
import { type Command, refuse } from '#domain/kernel/decider.ts'
import { SUPER_ADMIN } from '#domain/people/role/granting.ts'
import { role } from '#domain/people/role/role.ts'
import { type Registration, user, type User, type UserRefusal } from '#domain/people/user/user.ts'
import { handle, type Handled, type Handler } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { followUp } from '#commands/follow-up.ts'
import { claimFor } from './claim-for.ts'
import { emailKey } from './email-key.ts'
import { loadGranter, loadRoleFacts } from './role-facts.ts'

/** `roles` are role ids; `granter` is the person who asks, or `system` where the roles are not theirs to choose. */
export type RegisterUser = Command<
  'RegisterUser',
  Registration & {
    readonly userId: string
    readonly roles: readonly string[]
    readonly granter: 'person' | 'system'
    /** The id of the link that is mailed to them to choose their password. */
    readonly invitation?: string | undefined
  }
>
/** `emailSecret` keys the e-mail claims (email-key.ts). */
export type Registrar = { readonly handler: Handler; readonly emailSecret: string }

/**
 * Claims the e-mail, then registers (domain.md: e-mail unique). A crash between the two is mended by sending the command
 * again; and if nobody does, by the next who wants the e-mail: a claim whose holder never registered is taken over once
 * that holder's stream says that it never will.
 */
export async function registerUser(
  { handler, emailSecret }: Registrar,
  command: RegisterUser,
): Promise<Handled<User, UserRefusal>> {
  const { userId, email, roles, granter: kind, ...registration } = command.data
  const key = emailKey(email, emailSecret)
  const isOurs = await claimFor(handler, emailClaim, { key, userId, cause: command })
  if (!isOurs) {
    const refusal = { refused: 'user_email_taken' } as const
    return { outcome: 'refused', refusal, state: user.initial() }
  }
  const facts = await loadRoleFacts(handler, roles)
  for (const { roleId, role: name } of facts.filter(({ isCounted }) => isCounted)) {
    // Nobody loses it who was never given it: whether somebody holds it does not go by this.
    if (name === SUPER_ADMIN) continue
    const take = followUp(command, 'TakeRole', { roleId, userId, request: command.id })
    const taken = await handle(handler, role, roleId, { ...take, id: deriveId(take.id, roleId) })
    if (taken.outcome === 'refused')
      return { outcome: 'refused', refusal: refuse('user_role_unknown', { roleId }), state: user.initial() }
  }
  const granter = kind === 'system' ? ({ kind } as const) : await loadGranter(handler, command.by)
  const data = { userId, email, roles, facts, granter, ...registration }
  // The facts are part of the id: asked again after a role has changed, it is another question with the same answer.
  const register = { ...command, data, id: deriveId(command.id, 'RegisterUser', digestOf([facts, granter])) }
  return handle(handler, user, userId, register)
}
