import { ALL_CATEGORIES, type Categories, category } from '#domain/catalogue/category/category.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { ALL_COES, type CoeRegister, coeRegister } from '#domain/catalogue/coe-register/coe-register.ts'
import { type OfferedService, service } from '#domain/catalogue/service/service.ts'
import { type Handler, load } from '#commands/handle.ts'
import type { AppContext } from '#api/context.ts'
import type { FileLine } from './read-file.ts'
import { codesBySpreadsheetForm } from './spreadsheet-codes.ts'

/** What a price list is held against, from the log: all categories, and the services that it names by their codes in capitals. */
export type Catalogue = {
  readonly categories: Categories
  readonly services: ReadonlyMap<string, { readonly serviceId: string; readonly state: OfferedService }>
  /** By their codes in capitals. */
  readonly hospitals: ReadonlyMap<string, { readonly id: string; readonly name: string }>
  /** All codes that there are, by what a spreadsheet may have made of them. */
  readonly spreadsheetForms: Readonly<Record<'services' | 'hospitals' | 'categories', ReadonlyMap<string, string>>>
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
  const register = await load(handler, coeRegister, ALL_COES)
  return {
    categories,
    services,
    hospitals: await hospitalsNamed(handler, register, file),
    spreadsheetForms: {
      services: codesBySpreadsheetForm(inUse([...categories.services.values()], ({ isStruckOff }) => isStruckOff)),
      hospitals: codesBySpreadsheetForm(inUse([...register.values()], ({ isTakenBack }) => isTakenBack)),
      categories: codesBySpreadsheetForm([...categories.active.values()].map(({ code }) => code)),
    },
  }
}

const inUse = <T extends { readonly code: string }>(
  all: readonly T[],
  isGone: (one: T) => boolean,
): readonly string[] => all.flatMap((one) => (isGone(one) ? [] : [one.code]))

/** The hospitals that a price list names, by the codes that the log gave them: a row could give one another's. */
async function hospitalsNamed(
  handler: Handler,
  register: CoeRegister,
  file: readonly FileLine[],
): Promise<Catalogue['hospitals']> {
  const named = new Set(file.map(({ hospital }) => hospital.toUpperCase()))
  const hospitals = new Map<string, { readonly id: string; readonly name: string }>()
  for (const [id, { code, isTakenBack }] of register) {
    if (isTakenBack || !named.has(code.toUpperCase())) continue
    const hospital = await load(handler, coe, id)
    if (hospital.status !== 'none') hospitals.set(code.toUpperCase(), { id, name: hospital.details.name })
  }
  return hospitals
}
