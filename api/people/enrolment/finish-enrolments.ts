import { registerPatient } from '#commands/care/patient/register-patient.ts'
import { handle, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import { user } from '#domain/people/user/user.ts'
import type { AppContext } from '#api/context.ts'
import { unsealed } from './enrolled.ts'

const DAY_MS = 24 * 3_600_000

export type EnrolmentHouse = Pick<
  AppContext,
  'handler' | 'pool' | 'credentials' | 'now' | 'codes' | 'emailSecret' | 'sealedTexts'
>
type Row = { readonly email_key: string; readonly id: string; readonly sealed: Buffer }

/**
 * Registers who has enrolled, under the id of their enrolment; whose e-mail has an account already is told of it, and nothing
 * else comes of it. Cut off, it is done again from the start, by whichever process. Before codes are mailed.
 */
export async function finishEnrolments(house: EnrolmentHouse): Promise<void> {
  const { pool, now } = house
  const { rows } = await pool.query<Row>(
    `select email_key, id, sealed from enrolment
      where finished_at is null and asked_at > $1 order by asked_at limit 100`,
    [new Date(now() - DAY_MS)],
  )
  const failed: unknown[] = []
  for (const row of rows) {
    try {
      await finished(house, row)
      await pool.query('update enrolment set finished_at = $3 where email_key = $1 and id = $2', [
        ...[row.email_key, row.id],
        new Date(now()),
      ])
    } catch (error) {
      failed.push(error) // One person's enrolment that cannot be finished keeps nobody else waiting.
    }
  }
  if (failed.length > 0) throw failed[0]
}

async function finished(house: EnrolmentHouse, { email_key: key, sealed }: Row): Promise<void> {
  const { handler, credentials, sealedTexts } = house
  const said = unsealed(sealedTexts, sealed)
  if (said === undefined) return // Nobody sent it.
  const { id, at, cap_id: capId, terms_version: termsVersion, correlationId } = said
  const origin = { roles: [], permission: 'public', correlationId }
  const registered = await registerPatient(house, {
    ...{ type: 'RegisterPatient', id: deriveId('enrolment', id), by: id, at, origin },
    data: {
      patientId: id,
      coeId: said.coe_id,
      email: said.email,
      emailVerified: false,
      firstName: said.first_name,
      lastName: said.last_name,
      phoneNumber: said.phone_number,
      dateOfBirth: said.date_of_birth,
      identification: {
        identificationId: said.identification_id,
        identificationNumber: said.identification_number,
      },
      ...(capId === undefined ? {} : { capId }),
      ...(termsVersion === undefined ? {} : { termsVersion }),
    },
  })
  if (registered.outcome === 'done') return credentials.setFirst(id, said.hashed)
  if (registered.refusal.refused !== 'user_email_taken') return
  const { holder: userId } = await load(handler, emailClaim, key)
  if (userId === undefined) return
  await handle(handler, user, userId, {
    ...{ type: 'TellEnrolledAgain', id: deriveId('enrolled again', id), by: 'system', at, origin },
    data: { userId, enrolmentId: id },
  })
}
