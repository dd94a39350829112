import { coe, type Coe, type CoeRefusal } from '#domain/catalogue/coe/coe.ts'
import type { CoeDetails } from '#domain/catalogue/coe/events.ts'
import { ALL_COES, coeRegister, type CoeRegisterRefusal } from '#domain/catalogue/coe-register/coe-register.ts'
import type { CoeRegisterEvent } from '#domain/catalogue/coe-register/events.ts'
import { type AnyCommand, type Command, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { user } from '#domain/people/user/user.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handled, type Handler } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import {
  type CreateStaffRefusal,
  refusalOfStaff,
  registerStaff,
  staffIdOf,
} from '#commands/people/user/create-staff.ts'
import type { Registrar } from '#commands/people/user/register-user.ts'
import { toTheEnd } from '#commands/processes/to-the-end.ts'

/** A hospital with its first administrator (user). */
export type CreateCoe = Command<
  'CreateCoe',
  Readonly<CoeDetails> & {
    readonly code: string
    readonly admin: {
      readonly firstName: string
      readonly lastName: string
      readonly email: string
      readonly phoneNumber: string
    }
  }
>
export type CreateCoeRefusal = CreateStaffRefusal | CoeRefusal | CoeRegisterRefusal
type Created = Handled<Coe, CreateCoeRefusal>

/** The id of the hospital that a command creates. */
export const coeIdOf = ({ id }: { readonly id: string }): string => deriveId(id, 'coe')

/**
 * Creates a hospital with its first administrator, both or neither (docs/decisions/0093): its code is taken with all that is to be
 * registered, then whoever heads it is registered, and that decides. What a crash leaves between is finished, or taken back, by a
 * process (catalogue-processes.ts).
 */
export async function createCoe(registrar: Registrar, command: CreateCoe): Promise<Created> {
  const { handler } = registrar
  const { admin, code, ...details } = command.data
  const coeId = coeIdOf(command)
  const staff = followUp(command, 'CreateStaff', { ...admin, coeId, roleId: roleIdOf('COE_ADMIN') })
  const wrong = await refusalOfStaff(registrar, staff)
  if (wrong) return refused(wrong)
  const registering = { ...details, adminId: staffIdOf(staff) }
  const enter = followUp(command, 'EnterCoe', { coeId, code, registering })
  const entered = await handle(handler, coeRegister, ALL_COES, enter)
  if (entered.outcome === 'refused') return refused(entered.refusal)
  // What was taken back is not begun once more under the same id.
  if (entered.state.get(coeId)?.isTakenBack === true) return refused(refuse('coe_taken_back'))
  const registered = await registerStaff(registrar, staff)
  const ended = await toTheEnd(
    `Hospital ${coeId}`,
    () => concludeCoe(handler, enter, enter.data),
    () => takeBackCoe(handler, enter, coeId),
  )
  // Where it was cut off and taken back by somebody else, that is the reason.
  const isOwn = registered.outcome === 'refused' && registered.refusal.refused !== 'user_registration_abandoned'
  return ended.outcome === 'refused' && isOwn ? refused(registered.refusal) : ended
}

type Entered = Extract<CoeRegisterEvent, { type: 'CoeEntered' }>['data']

/** Registers a hospital whose administrator is; refused where there is none, who from now on never will be. */
export async function concludeCoe(
  handler: Handler,
  cause: AnyCommand,
  { coeId, code, registering }: Pick<Entered, 'coeId' | 'code' | 'registering'>,
): Promise<Created> {
  if (registering === undefined) throw new Error(`Nothing is to be registered of hospital ${coeId}`)
  const { adminId, name, type, address, capId, stateId } = registering
  const abandoned = await handle(handler, user, adminId, followUp(cause, 'AbandonRegistration', { userId: adminId }))
  if (abandoned.outcome === 'done') return refused(refuse('coe_taken_back'))
  // One by one: whoever finishes it read them from the log, in an order of its own, and asks for the same.
  const data = { coeId, code, name, type, address, capId, stateId }
  return handle(handler, coe, coeId, followUp(cause, 'RegisterCoe', data))
}

/** Gives the code free of a hospital whose administrator will never be. */
export const takeBackCoe = (handler: Handler, cause: AnyCommand, coeId: string) =>
  handle(handler, coeRegister, ALL_COES, followUp(cause, 'TakeBackCoe', { coeId }))

const refused = (refusal: Refusal<CreateCoeRefusal>): Created => ({
  ...{ outcome: 'refused', refusal, state: coe.initial() },
})
