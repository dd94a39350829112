import { patient } from '#domain/care/patient/patient.ts'
import type { Command } from '#domain/kernel/decider.ts'
import { user, type User, type UserRefusal } from '#domain/people/user/user.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'

/** `reason` stays in the log for good: it names nobody. */
export type ErasePerson = Command<'ErasePerson', { readonly personId: string; readonly reason: string }>

/**
 * Records that a person is erased, as a user and as a patient; from here on nothing personal is kept of them, and read
 * models empty their rows. The whole of an erasure is api/people/erasure/erase-person.ts.
 */
export async function recordErasure(handler: Handler, command: ErasePerson): Promise<Handled<User, UserRefusal>> {
  const { personId, reason } = command.data
  // Met first when it cannot be read: they would be erased as a user alone.
  await load(handler, patient, personId)
  const asUser = { userId: personId, reason, mayHold: [roleIdOf('PATIENT')] }
  const erased = await handle(handler, user, personId, followUp(command, 'EraseUser', asUser))
  if (erased.outcome === 'refused') return erased
  const { status } = await load(handler, patient, personId)
  if (status === 'none') return erased
  const asPatient = await handle(handler, patient, personId, followUp(command, 'ErasePatient', { patientId: personId }))
  if (asPatient.outcome === 'refused') throw new Error(`Patient ${personId}: ${asPatient.refusal.refused}`)
  return { ...erased, position: Math.max(erased.position, asPatient.position) }
}
