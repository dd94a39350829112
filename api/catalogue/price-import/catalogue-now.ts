import { ALL_CATEGORIES, type Categories, category } from '#domain/catalogue/category/category.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { ALL_COES, coeRegister } from '#domain/catalogue/coe-register/coe-register.ts'
import { type OfferedService, service } from '#domain/catalogue/service/service.ts'
import { type Handler, load } from '#commands/handle.ts'
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
export async function catalogueNow(
  { handler }: Pick<AppContext, 'handler'>,
  file: readonly FileLine[],
): Promise<Catalogue> {
  const categories = await load(handler, category, ALL_CATEGORIES)
  const codes = new Set(file.map(({ code }) => code.toUpperCase()))
  const services = new Map<string, NonNullable<ReturnType<Catalogue['services']['get']>>>()
  for (const [serviceId, { code, isStruckOff }] of categories.services) {
    if (isStruckOff || !codes.has(code.toUpperCase())) continue
    const state = await load(handler, service, serviceId)
    if (state.status === 'offered') services.set(code.toUpperCase(), { serviceId, state })
  }
  return { categories, services, hospitals: await hospitalsNamed(handler, file) }
}

/** The hospitals that a price list names, by the codes that the log gave them: a row could give one another's. */
async function hospitalsNamed(handler: Handler, file: readonly FileLine[]): Promise<Catalogue['hospitals']> {
  const named = new Set(file.map(({ hospital }) => hospital.toUpperCase()))
  const hospitals = new Map<string, { readonly id: string; readonly name: string }>()
  for (const [id, { code, isTakenBack }] of await load(handler, coeRegister, ALL_COES)) {
    if (isTakenBack || !named.has(code.toUpperCase())) continue
    const hospital = await load(handler, coe, id)
    if (hospital.status !== 'none') hospitals.set(code.toUpperCase(), { id, name: hospital.details.name })
  }
  return hospitals
}
