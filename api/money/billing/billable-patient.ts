import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import { patientNamed } from '#api/money/patient-in-log.ts'
import type { Reach } from '#api/actor.ts'

/** A patient that the caller may bill: active and of their own hospital; anyone else's reads as not found. */
export async function billablePatient(
  { db, handler }: AppContext,
  patientIdOrChfId: string,
  reach: Reach,
): Promise<{ readonly id: string; readonly coeId: string }> {
  if (reach.kind !== 'coe') throw notFound('Patient')
  const row = await db
    .selectFrom('patient')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', patientIdOrChfId), eb('chf_id', '=', patientIdOrChfId.toUpperCase())]))
    .executeTakeFirst()
  const patient = await patientNamed(handler, patientIdOrChfId, row?.id)
  if (patient?.status !== 'active' || patient.coeId !== reach.coeId) throw notFound('Patient')
  return patient
}
