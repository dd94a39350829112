import { coe } from '#domain/catalogue/coe/coe.ts'
import { type Command, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import { checkRoles } from '#domain/people/user/rules.ts'
import { type Profile, user, type User, type UserRefusal } from '#domain/people/user/user.ts'
import { followUp } from '#commands/follow-up.ts'
import { type Handled, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { isHeld } from './claim-for.ts'
import { emailKey } from './email-key.ts'
import { type Registrar, registerUser } from './register-user.ts'
import { loadGranter, loadRoleFacts } from './role-facts.ts'

/** `coeId` is the hospital of hospital people. The person's id derives from the command's. */
export type CreateStaff = Command<
  'CreateStaff',
  Profile & {
    readonly email: string
    readonly profession?: string | undefined
    readonly coeId?: string | undefined
    readonly roleId: string
  }
>
export type CreateStaffRefusal =
  UserRefusal | 'staff_role_of_patients' | 'staff_hospital_of_fund' | 'staff_hospital_unknown'

/** The id of whom a command creates. */
export const staffIdOf = ({ id }: { readonly id: string }): string => deriveId(id, 'staff')

/**
 * Creates somebody who works for a hospital or the fund, with their first role and the link by which they choose a password, in
 * one append (docs/decisions/0092). What can be refused is refused before the e-mail is claimed for them.
 */
export async function createStaff(
  registrar: Registrar,
  command: CreateStaff,
): Promise<Handled<User, CreateStaffRefusal>> {
  const { coeId } = command.data
  const isClosed = async () => coeId !== undefined && (await load(registrar.handler, coe, coeId)).status !== 'active'
  const wrong = (await refusalOfStaff(registrar, command)) ?? ((await isClosed()) && refuse('staff_hospital_unknown'))
  if (wrong) return { outcome: 'refused', refusal: wrong, state: user.initial() }
  return registerStaff(registrar, command)
}

/** Why somebody may not be created so, whatever their hospital; undefined when they may. */
export async function refusalOfStaff(
  { handler, emailSecret }: Registrar,
  command: CreateStaff,
): Promise<Refusal<CreateStaffRefusal> | undefined> {
  const { roleId, coeId, email } = command.data
  const userId = staffIdOf(command)
  const facts = await loadRoleFacts(handler, [roleId])
  const granter = await loadGranter(handler, command.by)
  const wrong = checkRoles({ userId, by: command.by, coeId, held: [], chosen: [roleId], facts, granter })
  if (wrong) return wrong
  const reach = facts[0]?.reach
  if (reach === 'self') return refuse('staff_role_of_patients')
  if (reach === 'all' && coeId !== undefined) return refuse('staff_hospital_of_fund')
  const isTaken = await isHeld(handler, emailClaim, emailKey(email, emailSecret), userId)
  return isTaken ? refuse('user_email_taken') : undefined
}

/** Registers them, by whoever has seen that they may be. */
export async function registerStaff(registrar: Registrar, command: CreateStaff): Promise<Handled<User, UserRefusal>> {
  const { handler, emailSecret } = registrar
  const { roleId, coeId, ...person } = command.data
  const data = {
    ...{ userId: staffIdOf(command), coeId, roles: [roleId], granter: 'person' as const },
    invitation: deriveId(command.id, 'invitation'),
    // An administrator answers for it (spec, open-questions Q019); the link reaches nobody but who has the mailbox.
    ...{ ...person, emailVerified: true },
  }
  // Of two who are at it in this process the second finds the e-mail taken, and takes it from nobody who is about to register.
  const turn = `create staff ${emailKey(person.email, emailSecret)}`
  return handler.turns.take(turn, () => registerUser(registrar, followUp(command, 'RegisterUser', data)))
}
