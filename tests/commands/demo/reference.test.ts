import { beforeAll, expect, test } from 'vitest'
import { createMemoryCodes } from '../../../commands/codes.ts'
import { handle } from '../../../commands/handle.ts'
import { roleIdOf } from '../../../commands/role/role-id.ts'
import { service } from '../../../domain/service/service.ts'
import { kobo } from '../../../domain/kernel/money.ts'
import { STARTING_MENU } from '../../../domain/menu/starting-menu.ts'
import { MEDICINES } from '../../../domain/reference/medicines.ts'
import { SERVICES } from '../../../domain/reference/services.ts'
import { STARTING_ROLES } from '../../../domain/role/starting-roles.ts'
import { coe } from '../../../projections/coe/coe.ts'
import { menuItem } from '../../../projections/menu-item/menu-item.ts'
import { patient } from '../../../projections/patient/patient.ts'
import { product } from '../../../projections/product/product.ts'
import { role } from '../../../projections/role/role.ts'
import { serviceCategory } from '../../../projections/service-category/service-category.ts'
import { service as serviceModel, servicePrice } from '../../../projections/service/service.ts'
import { setting } from '../../../projections/setting/setting.ts'
import { userAccount } from '../../../projections/user-account/user-account.ts'
import { DEMO_PASSWORD } from '../../../scripts/demo/demo-people.ts'
import { loadDemoUsers } from '../../../scripts/demo/demo-users.ts'
import type { Installation } from '../../../scripts/demo/installation.ts'
import { loadReferenceData, pilotCoeId, referenceServiceId } from '../../../scripts/demo/reference.ts'
import { AT, command } from '../../support/command.ts'
import { createMemoryWorld, recordedIn, rowsOf } from '../../support/memory-world.ts'

const world = createMemoryWorld()
const passwords = new Map<string, string>()
const installation: Installation = {
  handler: world.handler,
  credentials: {
    setPassword: async (userId, password) => void passwords.set(userId, password),
    has: async (userId) => passwords.has(userId),
    check: async (userId, password) => userId !== undefined && passwords.get(userId) === password,
  },
  codes: createMemoryCodes(),
  emailSecret: 'email secret of tests',
  at: AT,
}
const rows = async <R extends object>(model: Parameters<typeof rowsOf<R>>[0]) => rowsOf(model, await recordedIn(world))

beforeAll(async () => {
  await loadReferenceData(installation)
  await loadDemoUsers(installation)
})

test('everything of the reference lists is there', async () => {
  expect(await rows(coe)).toHaveLength(6)
  expect(await rows(serviceCategory)).toContainEqual({ id: 4, name: 'Drugs', code: 'DRUG', created_at: AT })
  expect(await rows(serviceModel)).toHaveLength(SERVICES.length)
  expect(await rows(product)).toHaveLength(MEDICINES.length)
  expect(await rows(menuItem)).toHaveLength(STARTING_MENU.length)
  expect((await rows(servicePrice)).length).toBeGreaterThan(10)
})

test('every role has the permissions that it starts with', async () => {
  const found = new Map((await rows(role)).map((row) => [row.role, row.permissions]))
  for (const starting of STARTING_ROLES) expect(found.get(starting.role)).toEqual(starting.permissions)
})

test('the settings stand in percent and naira', async () => {
  const found = Object.fromEntries((await rows(setting)).map(({ key, value }) => [key, value]))
  expect(found).toEqual({
    share_coe: '85.00',
    share_bank: '1.00',
    share_manufacturer: '12.00',
    share_emge: '2.00',
    funding_cap: '2,000,000.00',
  })
})

test('two people can sign in for every role, hospital people at two hospitals', async () => {
  const accounts = await rows(userAccount)
  for (const { role: name, reach } of STARTING_ROLES) {
    const holders = accounts.filter(({ role_ids }) => role_ids.includes(roleIdOf(name)))
    const dashed = name.toLowerCase().replaceAll('_', '-')
    expect(holders.map(({ email }) => email)).toEqual(
      expect.arrayContaining([`${dashed}@chf.example`, `${dashed}-2@chf.example`]),
    )
    expect(holders).toHaveLength(2)
    for (const { id, status, email_verified_at } of holders) {
      expect(passwords.get(id)).toBe(DEMO_PASSWORD)
      expect([status, email_verified_at]).toEqual(['active', AT])
    }
    if (reach === 'hospital') expect(new Set(holders.map(({ coe_id }) => coe_id)).size).toBe(2)
    if (reach === 'hospital') expect(holders.map(({ coe_id }) => coe_id)).toContain(pilotCoeId('ABUTH'))
  }
  expect(new Set((await rows(patient)).map(({ coe_id }) => coe_id)).size).toBe(2)
})

test('people of the demo have names and phones of their own', async () => {
  const accounts = await rows(userAccount)
  expect(new Set(accounts.map(({ first_name, last_name }) => `${first_name} ${last_name}`)).size).toBe(accounts.length)
  expect(new Set(accounts.map(({ phone_number }) => phone_number)).size).toBe(accounts.length)
  for (const { phone_number } of accounts) expect(phone_number).toMatch(/^\d{11}$/)
})

test('loading again adds nothing', async () => {
  const before = await world.log.head()
  await loadReferenceData(installation)
  await loadDemoUsers(installation)
  expect(await world.log.head()).toBe(before)
})

test('loading again after a restart adds nothing', async () => {
  const before = await world.log.head()
  const restarted = { ...installation, handler: createMemoryWorld(world).handler }
  await loadReferenceData(restarted)
  await loadDemoUsers(restarted)
  expect(await world.log.head()).toBe(before)
})

test('loading again keeps what an administrator changed', async () => {
  const serviceId = referenceServiceId('CO01')
  const price = kobo(16_500_00)
  await handle(world.handler, service, serviceId, command('ChangeServicePrice', { serviceId, price }))
  await loadReferenceData(installation)
  expect((await rows(serviceModel)).find(({ id }) => id === serviceId)?.price).toBe(price)
})
