import type { Command, Refusal } from '#domain/kernel/decider.ts'
import { patient, type PatientRefusal } from '#domain/care/patient/patient.ts'
import type { Registration, UserRefusal } from '#domain/people/user/user.ts'
import type { Codes } from '#commands/codes.ts'
import { handle, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import type { Position } from '#commands/log/event-log.ts'
import { followUp } from '#commands/follow-up.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { type Registrar, registerUser } from '#commands/people/user/register-user.ts'

/** `coeId` is the hospital that the patient chose; `capId` their id on the other programme. */
export type RegisterPatient = Command<
  'RegisterPatient',
  Omit<Registration, 'coeId'> & { readonly patientId: string; readonly coeId: string; readonly capId?: string }
>
export type PatientRegistered =
  | { readonly outcome: 'done'; readonly chfId: string; readonly position: Position }
  | { readonly outcome: 'refused'; readonly refusal: Refusal<UserRefusal | PatientRefusal> }

/**
 * Registers a person as a user with the role PATIENT, then as a patient with a CHF id, under one id (and so one key).
 * Sent again it goes on where it stopped; a patient keeps the first CHF id.
 */
export async function registerPatient(
  { codes, ...registrar }: Registrar & { readonly codes: Codes },
  command: RegisterPatient,
): Promise<PatientRegistered> {
  const { patientId, coeId, capId, ...registration } = command.data
  const asUser = { ...registration, userId: patientId, roles: [roleIdOf('PATIENT')], granter: 'system' as const }
  const registered = await registerUser(registrar, followUp(command, 'RegisterUser', asUser))
  if (registered.outcome === 'refused') return registered

  const { handler } = registrar
  const known = await load(handler, patient, patientId)
  const chfId = known.status === 'none' ? await codes.next('CHF') : known.chfId
  const data = { patientId, coeId, chfId, ...(capId === undefined ? {} : { capId }) }
  // Two tries at once bring two codes: the code is part of the id, so that the second finds the patient registered.
  const register = { ...followUp(command, 'RegisterPatient', data), id: deriveId(command.id, 'RegisterPatient', chfId) }
  const done = await handle(handler, patient, patientId, register)
  if (done.outcome === 'refused') return done
  if (done.state.status === 'none') throw new Error(`Patient ${patientId} is not there after registering`)
  return { outcome: 'done', chfId: done.state.chfId, position: Math.max(registered.position, done.position) }
}
