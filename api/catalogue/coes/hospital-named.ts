import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'

/** A hospital that a query names; anything else reads as not found. */
export async function hospitalNamed({ db }: AppContext, coeId: string) {
  const named = db.selectFrom('coe').select(['id', 'name', 'cap_id as capId'])
  const hospital = await named.where('id', '=', coeId).executeTakeFirst()
  if (hospital === undefined) throw notFound('Hospital')
  return hospital
}
