import { ALL_CATEGORIES, type Categories, category } from '#domain/catalogue/category/category.ts'
import { type OfferedService, service } from '#domain/catalogue/service/service.ts'
import { load } from '#commands/handle.ts'
import type { AppContext } from '#api/context.ts'
import type { FileLine } from './read-file.ts'

/** What a price list is held against, from the log: all categories, and the services that it names by their codes in capitals. */
export type Catalogue = {
  readonly categories: Categories
  readonly services: ReadonlyMap<string, { readonly serviceId: string; readonly state: OfferedService }>
  /** By their codes in capitals. */
  readonly hospitals: ReadonlyMap<string, { readonly id: string; readonly name: string }>
}

/** What a price list is held against, as it is in the log now. */
export async function catalogueNow({ db, handler }: AppContext, file: readonly FileLine[]): Promise<Catalogue> {
  const categories = await load(handler, category, ALL_CATEGORIES)
  const codes = new Set(file.map(({ code }) => code.toUpperCase()))
  const services = new Map<string, NonNullable<ReturnType<Catalogue['services']['get']>>>()
  for (const [serviceId, { code, isStruckOff }] of categories.services) {
    if (isStruckOff || !codes.has(code.toUpperCase())) continue
    const state = await load(handler, service, serviceId)
    if (state.status === 'offered') services.set(code.toUpperCase(), { serviceId, state })
  }
  const hospitals = await db.selectFrom('coe').select(['id', 'code', 'name']).execute()
  return {
    categories,
    services,
    hospitals: new Map(hospitals.map(({ id, code, name }) => [code.toUpperCase(), { id, name }])),
  }
}
