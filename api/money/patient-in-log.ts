import { type Handler, load } from '#commands/handle.ts'
import { patient } from '#domain/care/patient/patient.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'

/** A patient as their own streams say (docs/decisions/0096-read-models-never-authorise.md). */
export type PatientInLog = {
  readonly id: string
  readonly chfId: string
  readonly coeId: string
  readonly status: 'active' | 'inactive' | 'deceased' | 'erased'
}

/**
 * Whom a name means: a patient's id, CHF id or e-mail. `found` is the id that a row has for it; the patient of the log must
 * go by that name. Undefined where nobody does.
 */
export async function patientNamed(
  handler: Handler,
  name: string,
  found: string | undefined,
): Promise<PatientInLog | undefined> {
  const id = found ?? name
  const [record, person] = await Promise.all([load(handler, patient, id), load(handler, user, id)])
  if (record.status === 'none') return undefined
  const { chfId, coeId } = record
  const names = [id, chfId.toLowerCase(), isRegistered(person) ? person.email.toLowerCase() : undefined]
  if (name !== id && !names.includes(name.toLowerCase())) return undefined
  if (isRegistered(person) && record.status === 'registered') return { id, chfId, coeId, status: person.status }
  return person.status === 'none' || person.status === 'abandoned' ? undefined : { id, chfId, coeId, status: 'erased' }
}
