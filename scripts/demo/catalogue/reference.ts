import { handle } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { addService } from '#commands/catalogue/service/add-service.ts'
import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { ALL_COES, coeRegister } from '#domain/catalogue/coe-register/coe-register.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { PILOT_HOSPITALS, type PilotHospital } from '#domain/catalogue/reference/hospitals.ts'
import { type Medicine, MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { CATEGORIES, ownPrice, type ReferenceService, SERVICES } from '#domain/catalogue/reference/services.ts'
import { stateNamed } from '#domain/catalogue/reference/zones.ts'
import { service } from '#domain/catalogue/service/service.ts'
import { atOnce, type Installation, installed, installing } from '#scripts/demo/installation.ts'

/** Raise it when the hospitals, categories, services or drugs of the reference lists have changed. */
export const CATALOGUE_EDITION = 2

const AT_ONCE = 32

/** The id of a pilot hospital, by its code. */
export const pilotCoeId = (code: string): string => deriveId('coe', code)
/** The id of a service of the reference list, by its code. */
export const referenceServiceId = (code: string): string => deriveId('service', code)
/** The id of a drug of the reference list, by its id there. */
export const referenceProductId = (id: string): string => deriveId('product', id)

/** Pilot hospitals, categories, services with the hospitals' prices, and drugs. */
export async function loadCatalogueReference(installation: Installation): Promise<void> {
  await atOnce(AT_ONCE, PILOT_HOSPITALS, (hospital) => loadHospital(installation, hospital))
  // One after the other, as ids are given in this order.
  for (const { id, name, code } of CATEGORIES) {
    const add = installing(installation, 'AddCategory', String(id), { name, code })
    installed(
      await handle(installation.handler, category, ALL_CATEGORIES, add),
      'category_already_added',
      'category_code_taken',
    )
  }
  await atOnce(AT_ONCE, SERVICES, (listed) => loadService(installation, listed))
  await atOnce(AT_ONCE, MEDICINES, (medicine) => loadMedicine(installation, medicine))
}

async function loadHospital(installation: Installation, hospital: PilotHospital): Promise<void> {
  const { code, name, type, address, capId, state } = hospital
  const coeId = pilotCoeId(code)
  // Its code is its own, before somebody gives it to another.
  const enter = installing(installation, 'EnterCoe', ALL_COES, { coeId, code })
  installed(await handle(installation.handler, coeRegister, ALL_COES, enter), 'coe_code_taken')
  const data = { coeId, code, name, type, address, capId, stateId: String(stateNamed(state).id) }
  const register = installing(installation, 'RegisterCoe', coeId, data)
  installed(await handle(installation.handler, coe, coeId, register), 'coe_already_registered')
}

async function loadService(installation: Installation, listed: ReferenceService): Promise<void> {
  const { handler } = installation
  const { code, name, categoryId, price } = listed
  const serviceId = referenceServiceId(code)
  const add = installing(installation, 'AddService', serviceId, { serviceId, code, name, categoryId, price })
  const added = await addService(handler, add)
  const state = installed(added, 'service_already_added', 'category_unknown')
  if (state.status !== 'offered') return // an administrator has deleted it, or its category
  for (const hospital of PILOT_HOSPITALS) {
    const own = ownPrice(hospital.code, listed)
    const coeId = pilotCoeId(hospital.code)
    if (own === undefined || state.prices.has(coeId)) continue
    const data = { serviceId, coeId, price: own }
    installed(await handle(handler, service, serviceId, installing(installation, 'PriceServiceAtCoe', serviceId, data)))
  }
}

async function loadMedicine(installation: Installation, { id, ...facts }: Medicine): Promise<void> {
  const productId = referenceProductId(id)
  const list = installing(installation, 'ListProduct', productId, { productId, ...facts })
  const done = await handle(installation.handler, product, productId, list)
  installed(done, 'product_already_listed', 'product_delisted')
}
