import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import type { Reach } from '#api/actor.ts'

/** A patient that the caller may bill: active and of their own hospital; anyone else's reads as not found. */
export async function billablePatient(
  { db }: AppContext,
  patientIdOrChfId: string,
  reach: Reach,
): Promise<{ readonly id: string; readonly coeId: string }> {
  if (reach.kind !== 'coe') throw notFound('Patient')
  const patient = await db
    .selectFrom('patient as p')
    .innerJoin('user_account as u', 'u.id', 'p.id')
    .select(['p.id', 'p.coe_id'])
    .where((eb) => eb.or([eb('p.id', '=', patientIdOrChfId), eb('p.chf_id', '=', patientIdOrChfId.toUpperCase())]))
    .where('p.coe_id', '=', reach.coeId)
    .where('u.status', '=', 'active')
    .executeTakeFirst()
  if (patient === undefined) throw notFound('Patient')
  return { id: patient.id, coeId: patient.coe_id }
}
