import type { AppContext } from '../context.ts'
import { notFound } from '../http-error.ts'
import type { Reach } from '../route-config.ts'

/** A patient that the caller may bill: of their own hospital; anyone else's reads as not found. */
export async function billablePatient(
  { db }: AppContext,
  patientIdOrChfId: string,
  reach: Reach,
): Promise<{ readonly id: string; readonly coeId: string }> {
  if (reach.kind !== 'coe') throw notFound('Patient')
  const patient = await db
    .selectFrom('patient')
    .select(['id', 'coe_id'])
    .where((eb) => eb.or([eb('id', '=', patientIdOrChfId), eb('chf_id', '=', patientIdOrChfId.toUpperCase())]))
    .where('coe_id', '=', reach.coeId)
    .executeTakeFirst()
  if (patient === undefined) throw notFound('Patient')
  return { id: patient.id, coeId: patient.coe_id }
}
