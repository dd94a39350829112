import { handle, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { category } from '#domain/catalogue/category/category.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { menu } from '#domain/people/menu/menu.ts'
import { STARTING_MENU } from '#domain/people/menu/starting-menu.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { PILOT_HOSPITALS, type PilotHospital } from '#domain/catalogue/reference/hospitals.ts'
import { type Medicine, MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { CATEGORIES, ownPrice, type ReferenceService, SERVICES } from '#domain/catalogue/reference/services.ts'
import { stateNamed } from '#domain/catalogue/reference/zones.ts'
import { role } from '#domain/people/role/role.ts'
import { STARTING_ROLES, type StartingRole } from '#domain/people/role/starting-roles.ts'
import { service } from '#domain/catalogue/service/service.ts'
import { DEFAULT_FUNDING_CAP, DEFAULT_SHARES } from '#domain/people/setting/defaults.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { atOnce, type Installation, installed, installing } from './installation.ts'

const AT_ONCE = 32
const system = { kind: 'system' } as const

/** The id of a pilot hospital, by its code. */
export const pilotCoeId = (code: string): string => deriveId('coe', code)
/** The id of a service of the reference list, by its code. */
export const referenceServiceId = (code: string): string => deriveId('service', code)
/** The id of a drug of the reference list, by its id there. */
export const referenceProductId = (id: string): string => deriveId('product', id)

/**
 * Loads what every installation starts with: roles, menu, settings, pilot hospitals, categories, services with the
 * hospitals' prices, and drugs. Through the commands; run again it adds nothing, and undoes nothing that an
 * administrator changed.
 */
export async function loadReferenceData(installation: Installation): Promise<void> {
  await atOnce(AT_ONCE, STARTING_ROLES, (starting) => loadRole(installation, starting))
  await loadSettings(installation)
  await atOnce(AT_ONCE, STARTING_MENU, (item) => {
    const menuItemId = deriveId('menu', item.link)
    const add = installing(installation, 'AddMenuItem', menuItemId, { menuItemId, ...item })
    return handle(installation.handler, menu, menuItemId, add).then((done) =>
      installed(done, 'menu_already_added', 'menu_removed'),
    )
  })
  await atOnce(AT_ONCE, PILOT_HOSPITALS, (hospital) => loadHospital(installation, hospital))
  await atOnce(AT_ONCE, CATEGORIES, ({ id: categoryId, name, code }) => {
    const add = installing(installation, 'AddCategory', String(categoryId), { categoryId, name, code })
    return handle(installation.handler, category, String(categoryId), add).then((done) =>
      installed(done, 'category_already_added'),
    )
  })
  await atOnce(AT_ONCE, SERVICES, (listed) => loadService(installation, listed))
  await atOnce(AT_ONCE, MEDICINES, (medicine) => loadMedicine(installation, medicine))
}

async function loadRole(installation: Installation, starting: StartingRole): Promise<void> {
  const { handler } = installation
  const { role: name, description, reach, permissions, parents } = starting
  const roleId = roleIdOf(name)
  const define = installing(installation, 'DefineRole', roleId, { roleId, role: name, description, reach })
  installed(await handle(handler, role, roleId, define), 'role_already_defined')
  for (const permission of permissions) {
    const attach = installing(installation, 'AttachPermission', roleId, { roleId, permission, granter: system })
    installed(await handle(handler, role, roleId, attach))
  }
  for (const parent of parents) {
    const data = { roleId, parentRoleId: roleIdOf(parent), granter: system }
    installed(await handle(handler, role, roleId, installing(installation, 'AttachParentRole', roleId, data)))
  }
}

/** Puts the defaults on record, unless something else was set already. */
async function loadSettings(installation: Installation): Promise<void> {
  const { handler } = installation
  const { shares, fundingCap } = await load(handler, setting, SITE)
  if (shares === undefined)
    installed(await handle(handler, setting, SITE, installing(installation, 'SetShares', SITE, DEFAULT_SHARES)))
  if (fundingCap === undefined) {
    const set = installing(installation, 'SetFundingCap', SITE, { amount: DEFAULT_FUNDING_CAP })
    installed(await handle(handler, setting, SITE, set))
  }
}

async function loadHospital(installation: Installation, hospital: PilotHospital): Promise<void> {
  const { state, name, ...rest } = hospital
  const coeId = pilotCoeId(hospital.code)
  const data = { coeId, name, ...rest, bankAccountName: name, stateId: String(stateNamed(state).id) }
  const register = installing(installation, 'RegisterCoe', coeId, data)
  installed(await handle(installation.handler, coe, coeId, register), 'coe_already_registered')
}

async function loadService(installation: Installation, listed: ReferenceService): Promise<void> {
  const { handler } = installation
  const { code, name, categoryId, price } = listed
  const serviceId = referenceServiceId(code)
  const add = installing(installation, 'AddService', serviceId, { serviceId, code, name, categoryId, price })
  const state = installed(await handle(handler, service, serviceId, add), 'service_already_added')
  for (const hospital of PILOT_HOSPITALS) {
    const own = ownPrice(hospital.code, listed)
    const coeId = pilotCoeId(hospital.code)
    if (own === undefined || (state.status === 'offered' && state.coePrices.has(coeId))) continue
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
