import { coe } from '#domain/catalogue/coe/coe.ts'
import { type Command, isRefusal, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { checkClosing, checkStaffChange, type StaffRefusal } from '#domain/people/user/rules.ts'
import { isRegistered, type Profile, user, type User, type UserRefusal } from '#domain/people/user/user.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { loadGranter, loadRoleFacts } from './role-facts.ts'

/** `codeId` is the code that was right, of whoever changes them; `revision` as of `ChangeUserProfile`. */
export type ChangeStaff = Command<
  'ChangeStaff',
  { readonly userId: string; readonly codeId: string; readonly revision?: number | undefined } & Profile
>
/** Mails somebody who has no password yet another link to choose one; those from before are good for nothing any more. */
export type InviteAgain = Command<'InviteAgain', { readonly userId: string }>
/** Closes an account, or opens it again. */
export type ChangeStatus = Command<'DeactivateUser' | 'ActivateUser', { readonly userId: string }>
export type ChangeHospital = Command<'ChangeHospital', { readonly userId: string; readonly coeId: string }>

type Changed = Handled<User, UserRefusal | StaffRefusal>

/** Changes the details of somebody; the code is used first, so that each is good for one change, whatever is cut off. */
export async function changeStaff(handler: Handler, command: ChangeStaff): Promise<Changed> {
  const { userId, codeId, ...profile } = command.data
  const change = followUp(command, 'ChangeUserProfile', { userId, ...profile })
  const state = await load(handler, user, userId)
  const decision = user.decide(change, state)
  // What is refused uses up no code; under the key of one that was done, it is done already.
  const refusal = (await refusalOf(handler, command)) ?? (isRefusal(decision) ? decision : undefined)
  if (refusal) return { outcome: 'refused', refusal, state }
  const used = followUp(command, 'UseCode', { userId: command.by, codeId, staffId: userId })
  const code = await handle(handler, user, command.by, used)
  if (code.outcome === 'refused') return code
  return handle(handler, user, userId, change)
}

/** It derives from the command: given again, it mails nothing again. */
export async function inviteAgain(handler: Handler, command: InviteAgain): Promise<Changed> {
  const { userId } = command.data
  const refusal = await refusalOf(handler, command)
  if (refusal) return { outcome: 'refused', refusal, state: user.initial() }
  const data = { userId, codeId: deriveId(command.id, 'invitation'), purpose: 'invitation' as const }
  return handle(handler, user, userId, followUp(command, 'AskCode', data))
}

/** It acts with the next call of the person, whichever process it asks (docs/decisions/0004). */
export async function changeStatus(handler: Handler, command: ChangeStatus): Promise<Changed> {
  const refusal = await refusalOf(handler, command, command.type === 'DeactivateUser')
  if (refusal) return { outcome: 'refused', refusal, state: user.initial() }
  return handle(handler, user, command.data.userId, command)
}

/** Makes somebody staff of a hospital, another than before. */
export async function changeHospital(
  handler: Handler,
  command: ChangeHospital,
): Promise<Handled<User, UserRefusal | 'staff_hospital_unknown'>> {
  const { userId, coeId } = command.data
  if ((await load(handler, coe, coeId)).status !== 'active')
    return { outcome: 'refused', refusal: refuse('staff_hospital_unknown'), state: user.initial() }
  const state = await load(handler, user, userId)
  const facts = await loadRoleFacts(handler, isRegistered(state) ? state.roles : [])
  return handle(handler, user, userId, followUp(command, 'ChangeUserHospital', { userId, coeId, facts }))
}

async function refusalOf(
  handler: Handler,
  { by, data: { userId } }: ChangeStaff | ChangeStatus | InviteAgain,
  closes = false,
): Promise<Refusal<StaffRefusal> | undefined> {
  const state = await load(handler, user, userId)
  const facts = await loadRoleFacts(handler, isRegistered(state) ? state.roles : [])
  const granter = await loadGranter(handler, by)
  return (closes ? checkClosing(facts) : undefined) ?? checkStaffChange({ userId, by, facts, granter })
}
