import type { Command, Refusal } from '#domain/kernel/decider.ts'
import { capClaim } from '#domain/care/cap-claim/cap-claim.ts'
import type { PatientInformation } from '#domain/care/patient/events.ts'
import { patient, type PatientRefusal } from '#domain/care/patient/patient.ts'
import type { Registration, UserRefusal } from '#domain/people/user/user.ts'
import type { Codes } from '#commands/codes.ts'
import { handle, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import type { Position } from '#commands/log/event-log.ts'
import { followUp } from '#commands/follow-up.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { claimFor } from '#commands/people/user/claim-for.ts'
import { type Registrar, registerUser } from '#commands/people/user/register-user.ts'
import { capKey } from './cap-key.ts'

/**
 * `coeId` is the hospital that the patient chose; `capId` their id on the other programme, `termsVersion` the version of the
 * terms that they accepted, `identification` the document that they named.
 */
export type RegisterPatient = Command<
  'RegisterPatient',
  Omit<Registration, 'coeId'> & {
    readonly patientId: string
    readonly coeId: string
    readonly capId?: string
    readonly termsVersion?: number
    readonly identification?: Pick<PatientInformation, 'identificationId' | 'identificationNumber'>
  }
>
export type PatientRegistered =
  | { readonly outcome: 'done'; readonly chfId: string; readonly position: Position }
  | { readonly outcome: 'refused'; readonly refusal: Refusal<UserRefusal | PatientRefusal> }

const UNKNOWN = {
  ...{ address: null, city: null, phoneAlt: null, nhisNo: null, ailmentId: null, ailmentStage: null },
  ...{ stateId: null, lgaId: null, stateOfResidence: null, primaryPhysicianId: null },
} satisfies Partial<PatientInformation>

/**
 * Registers a person as a user with the role PATIENT, then as a patient with a CHF id, under one id (and so one key).
 * Sent again it goes on where it stopped; a patient keeps the first CHF id. Whose id on CAP is another patient's already is
 * registered without it: the person stays one who may be treated.
 */
export async function registerPatient(
  { codes, ...registrar }: Registrar & { readonly codes: Codes },
  command: RegisterPatient,
): Promise<PatientRegistered> {
  const { patientId, coeId, capId, termsVersion, identification, ...registration } = command.data
  const asUser = { ...registration, userId: patientId, roles: [roleIdOf('PATIENT')], granter: 'system' as const }
  const registered = await registerUser(registrar, followUp(command, 'RegisterUser', asUser))
  if (registered.outcome === 'refused') return registered

  const { handler, emailSecret } = registrar
  const known = await load(handler, patient, patientId)
  const chfId = known.status === 'none' ? await codes.next('CHF') : known.chfId
  const isOnCap =
    capId !== undefined &&
    (await claimFor(handler, capClaim, { key: capKey(capId, emailSecret), userId: patientId, cause: command }))
  const data = {
    ...{ patientId, coeId, chfId },
    ...(isOnCap ? { capId } : {}),
    ...(termsVersion === undefined ? {} : { termsVersion }),
  }
  // Two tries at once bring two codes: the code is part of the id, so that the second finds the patient registered.
  const register = { ...followUp(command, 'RegisterPatient', data), id: deriveId(command.id, 'RegisterPatient', chfId) }
  const done = await handle(handler, patient, patientId, register)
  if (done.outcome === 'refused') return done
  if (done.state.status === 'none') throw new Error(`Patient ${patientId} is not there after registering`)
  const recorded =
    identification === undefined || done.state.status !== 'registered' || done.state.information !== undefined
      ? done
      : await handle(
          handler,
          patient,
          patientId,
          followUp(command, 'RecordPatientInformation', { patientId, ...UNKNOWN, ...identification }),
        )
  if (recorded.outcome === 'refused') return recorded
  const position = Math.max(registered.position, done.position, recorded.position)
  return { outcome: 'done', chfId: done.state.chfId, position }
}
