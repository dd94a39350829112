import type { CapPatient } from '#api/people/contracts/enrolment.ts'

/** CAP: the registry of the other programme (domain.md, Outside services). What it says is somebody else's word. */
export type CapRegistry = {
  /** The patient with this CAP id, phone number or e-mail; undefined when there is none. Throws `CapFailed`. */
  patient(id: string): Promise<CapPatient | undefined>
  /** Whether there is an account of this CAP id. Throws `CapFailed`. */
  hasAccount(id: string): Promise<boolean>
}

/** CAP gave no answer that one can go by: none at all (`away`), or one that makes no sense (`senseless`). */
export class CapFailed extends Error {
  readonly why: 'away' | 'senseless'
  constructor(why: 'away' | 'senseless', reason: string) {
    super(`CAP is ${why === 'away' ? 'not reachable' : 'not to be understood'}: ${reason}`)
    this.name = 'CapFailed'
    this.why = why
  }
}

/** Of a portal that was told of no registry (CAP_URL). */
export const NO_REGISTRY: CapRegistry = {
  patient: () => Promise.reject(new CapFailed('away', 'there is no CAP_URL')),
  hasAccount: () => Promise.reject(new CapFailed('away', 'there is no CAP_URL')),
}

/** A registry of these patients, in this very process. */
export function localRegistry(patients: readonly CapPatient[]): CapRegistry {
  const find = (id: string) => {
    const wanted = id.trim().toLowerCase()
    return patients.find(({ patientId, phoneNumber, email }) =>
      [patientId, phoneNumber, email].some((one) => one.toLowerCase() === wanted),
    )
  }
  return {
    patient: (id) => Promise.resolve(find(id)),
    hasAccount: (id) => Promise.resolve(find(id)?.patientId === id),
  }
}
