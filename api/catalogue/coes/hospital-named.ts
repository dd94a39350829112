import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'

/** A hospital that a query names; anything else reads as not found. */
export async function hospitalNamed({ db }: AppContext, coeId: string): Promise<{ id: string; name: string }> {
  const hospital = await db.selectFrom('coe').select(['id', 'name']).where('id', '=', coeId).executeTakeFirst()
  if (hospital === undefined) throw notFound('Hospital')
  return hospital
}
