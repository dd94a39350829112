import { beforeAll, expect, test } from 'vitest'
import { handle } from '#commands/handle.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { role as roleDecider } from '#domain/people/role/role.ts'
import { service } from '#domain/catalogue/service/service.ts'
import { kobo } from '#domain/kernel/money.ts'
import { STARTING_MENU } from '#domain/kernel/starting-menu.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { SERVICES } from '#domain/catalogue/reference/services.ts'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { menuItem } from '#projections/people/menu-item/menu-item.ts'
import { product } from '#projections/catalogue/product/product.ts'
import { role } from '#projections/people/role/role.ts'
import { serviceCategory } from '#projections/catalogue/service-category/service-category.ts'
import { service as serviceModel, servicePrice } from '#projections/catalogue/service/service.ts'
import { DEFAULT_TERMS } from '#domain/people/setting/defaults.ts'
import { setting } from '#projections/people/setting/setting.ts'
import type { Installation } from '#scripts/demo/installation.ts'
import { referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { AT, command } from '#tests/support/command.ts'
import { createMemoryWorld, recordedIn, rowsOf } from '#tests/support/memory-world.ts'

const world = createMemoryWorld()
const installation: Installation = { handler: world.handler, at: AT }
const rows = async <R extends object>(model: Parameters<typeof rowsOf<R>>[0]) => rowsOf(model, await recordedIn(world))

beforeAll(async () => {
  await loadReferenceData(installation)
})

test('everything of the reference lists is there', async () => {
  expect(await rows(coe)).toHaveLength(6)
  expect(await rows(serviceCategory)).toContainEqual(
    expect.objectContaining({ id: 4, name: 'Drugs', code: 'DRUG', services: 0 }),
  )
  expect(await rows(serviceModel)).toHaveLength(SERVICES.length)
  expect(await rows(product)).toHaveLength(MEDICINES.length)
  expect(await rows(menuItem)).toHaveLength(STARTING_MENU.length)
  expect((await rows(servicePrice)).length).toBeGreaterThan(10)
})

test('every role has the permissions that it starts with', async () => {
  const found = new Map((await rows(role)).map((row) => [row.role, row.permissions]))
  for (const starting of STARTING_ROLES) expect(found.get(starting.role)).toEqual(starting.permissions)
})

test('the settings stand in percent, naira and words', async () => {
  const found = Object.fromEntries((await rows(setting)).map(({ key, value }) => [key, value]))
  expect(found).toEqual({
    deadline_cmd: '18',
    deadline_initiate: '45',
    deadline_recommend: '18',
    deadline_approve: '18',
    deadline_dfa: '18',
    deadline_permsec: '18',
    share_coe: '85.00',
    share_bank: '1.00',
    share_manufacturer: '12.00',
    share_emge: '2.00',
    funding_cap: '2,000,000.00',
    second_person_above: '50,000,000.00',
    application_terms_condition: DEFAULT_TERMS,
  })
})

test('loading again adds nothing', async () => {
  const before = await world.log.head()
  await loadReferenceData(installation)
  expect(await world.log.head()).toBe(before)
})

test('loading again after a restart adds nothing', async () => {
  const before = await world.log.head()
  const restarted = { ...installation, handler: createMemoryWorld(world).handler }
  await loadReferenceData(restarted)
  expect(await world.log.head()).toBe(before)
})

test('loading again keeps what an administrator changed', async () => {
  const serviceId = referenceServiceId('CO01')
  const price = kobo(16_500_00)
  await handle(world.handler, service, serviceId, command('ChangeServicePrice', { serviceId, price }))
  const roleId = roleIdOf('ANALYST')
  const granter = { kind: 'system' } as const
  const detach = command('DetachPermission', { roleId, permission: 'VIEW_CATEGORY' as const, granter })
  await handle(world.handler, roleDecider, roleId, detach)
  await loadReferenceData(installation)
  const own = (await rows(servicePrice)).find((one) => one.service_id === serviceId && one.coe_id === '')
  expect(own?.price).toBe(price)
  expect((await rows(role)).find(({ id }) => id === roleId)?.permissions).not.toContain('VIEW_CATEGORY')
})
