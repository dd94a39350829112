import { expect, test } from 'vitest'
import { lagosDay } from '#domain/kernel/dates.ts'
import { kobo } from '#domain/kernel/money.ts'
import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import type { CoeEvent } from '#domain/catalogue/coe/events.ts'
import type { MenuEvent } from '#domain/people/menu/events.ts'
import type { PermissionEvent } from '#domain/people/permission/events.ts'
import type { ProductEvent } from '#domain/catalogue/product/events.ts'
import type { StockEvent } from '#domain/catalogue/stock/events.ts'
import type { RoleEvent } from '#domain/people/role/events.ts'
import type { ServiceEvent } from '#domain/catalogue/service/events.ts'
import type { SettingEvent } from '#domain/people/setting/events.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { menuItem } from '#projections/people/menu-item/menu-item.ts'
import { ownPermission } from '#projections/people/permission/own-permission.ts'
import { product } from '#projections/catalogue/product/product.ts'
import { productStock } from '#projections/catalogue/stock/product-stock.ts'
import { role } from '#projections/people/role/role.ts'
import { serviceCategory } from '#projections/catalogue/service-category/service-category.ts'
import { service, servicePrice } from '#projections/catalogue/service/service.ts'
import { setting } from '#projections/people/setting/setting.ts'
import { userAccount } from '#projections/people/user-account/user-account.ts'
import { AT } from '#tests/support/command.ts'
import { rowsOf } from '#tests/support/memory-world.ts'
import { recorded } from '#tests/support/recorded.ts'

const LATER = '2026-03-09T10:00:00.000Z'
const by = 'user-1'

test('a hospital shows its present details and whether it is active', () => {
  const details = { name: 'UCH', type: 'Federal', address: 'Ibadan', capId: 'CAP-UCH', stateId: '31' } as const
  const events: CoeEvent[] = [
    { type: 'CoeRegistered', data: { coeId: 'c1', code: 'UCH', ...details, by, at: AT } },
    { type: 'CoeDetailsChanged', data: { coeId: 'c1', ...details, name: 'UCH Ibadan', by, at: LATER } },
    { type: 'CoeDeactivated', data: { coeId: 'c1', by, at: LATER, reason: 'Closed' } },
  ]
  const row = { id: 'c1', code: 'UCH', name: 'UCH Ibadan', bank_name: null, created_at: AT }
  expect(rowsOf(coe, recorded(...events))).toMatchObject([{ ...row, status: 'inactive' }])
  const activated: CoeEvent = { type: 'CoeActivated', data: { coeId: 'c1', by, at: LATER } }
  expect(rowsOf(coe, recorded(...events, activated))).toMatchObject([{ status: 'active' }])
})

test('a hospital is paid where two people said, and shows what waits for the second', () => {
  const details = { name: 'UCH', type: 'Federal', address: 'Ibadan', capId: 'CAP-UCH', stateId: '31' } as const
  const bank = { accountName: 'UCH', accountNumber: '0123456789', sortCode: '011151003', bankName: 'Zenith' }
  const of = { coeId: 'c1', by, at: LATER }
  const registered: CoeEvent = { type: 'CoeRegistered', data: { ...of, code: 'UCH', ...details, at: AT } }
  const propose = (request: string, bankName: string): CoeEvent => ({
    type: 'CoeBankProposed',
    data: { ...of, request, ...bank, bankName, toConfirm: [] },
  })
  const confirmed: CoeEvent = { type: 'CoeBankConfirmed', data: { ...of, request: 'r1', by: 'second', proposedBy: by } }
  const before = [registered, propose('r1', 'Zenith')]
  const waiting = { proposal: 'r1', proposed_bank_name: 'Zenith', proposed_by: by }
  expect(rowsOf(coe, recorded(...before))).toMatchObject([{ bank_name: null, ...waiting }])
  const paidAt = { bank_name: 'Zenith', bank_account_number: '0123456789', bank_confirmed_by: 'second' }
  const none = { proposal: null, proposed_bank_name: null }
  expect(rowsOf(coe, recorded(...before, confirmed))).toMatchObject([{ ...paidAt, ...none }])
  for (const end of [
    { type: 'CoeBankWithdrawn', data: { ...of, request: 'r2' } },
    { type: 'CoeBankDeclined', data: { ...of, request: 'r2', reason: 'No', proposedBy: by } },
  ] satisfies CoeEvent[]) {
    const history = [...before, confirmed, propose('r2', 'Wema'), end]
    expect(rowsOf(coe, recorded(...history))).toMatchObject([{ ...paidAt, ...none }])
  }
})

test('a category shows its present name, its roles and how many services it offers, and that it is deleted', () => {
  const category = { categoryId: 4, by }
  const events: CategoryEvent[] = [
    { type: 'CategoryAdded', data: { ...category, name: 'Scans', code: 'SCAN', request: 'r1', at: AT } },
    { type: 'CategoryRenamed', data: { ...category, name: 'Imaging', code: 'IMAG', at: LATER } },
  ]
  const named = { name: 'Imaging', name_key: 'imaging' }
  const row = { id: 4, ...named, code: 'IMAG', services: 0, is_deleted: false, role_ids: [], by, created_at: AT }
  expect(rowsOf(serviceCategory, recorded(...events))).toEqual([row])
  const placed: CategoryEvent = { type: 'ServicePlacedInCategory', data: { ...category, serviceId: 's1', at: LATER } }
  expect(rowsOf(serviceCategory, recorded(...events, placed))).toEqual([{ ...row, services: 1 }])
  const struck: CategoryEvent = { type: 'ServiceStruckOff', data: { ...category, serviceId: 's1', at: LATER } }
  expect(rowsOf(serviceCategory, recorded(...events, placed, struck))).toEqual([row])
  const attached = (roleId: string): CategoryEvent => ({
    type: 'RoleAttachedToCategory',
    data: { ...category, roleId, at: LATER },
  })
  const detached: CategoryEvent = { type: 'RoleDetachedFromCategory', data: { ...category, roleId: 'a', at: LATER } }
  expect(rowsOf(serviceCategory, recorded(...events, attached('a'), attached('b')))).toEqual([
    { ...row, role_ids: ['a', 'b'] },
  ])
  expect(rowsOf(serviceCategory, recorded(...events, attached('a'), attached('b'), detached))).toEqual([
    { ...row, role_ids: ['b'] },
  ])
  const deleted: CategoryEvent = { type: 'CategoryDeleted', data: { ...category, at: LATER } }
  expect(rowsOf(serviceCategory, recorded(...events, deleted))).toEqual([{ ...row, is_deleted: true }])
})

test('a service and hospitals have their prices by the day from which each holds, the last that was said of it', () => {
  const stamp = { serviceId: 's1', by, at: AT }
  const events: ServiceEvent[] = [
    { type: 'ServiceAdded', data: { ...stamp, name: 'CT scan', code: 'CT', price: kobo(100), categoryId: 6 } },
    { type: 'ServicePricedAtCoe', data: { ...stamp, coeId: 'a', price: kobo(120) } },
    { type: 'ServicePricedAtCoe', data: { ...stamp, coeId: 'b', price: kobo(90) } },
    { type: 'ServicePricedAtCoe', data: { ...stamp, coeId: 'b', price: kobo(95) } },
    { type: 'ServiceWithdrawnFromCoe', data: { ...stamp, coeId: 'a' } },
    { type: 'ServicePriceChanged', data: { ...stamp, price: kobo(110) } },
    { type: 'ServicePricePlanned', data: { ...stamp, from: '2026-05-01', price: kobo(150) } },
    { type: 'ServicePricePlanned', data: { ...stamp, coeId: 'b', from: '2026-05-01', price: kobo(130) } },
    { type: 'ServicePricePlanned', data: { ...stamp, from: '2026-06-01', price: kobo(160) } },
    { type: 'ServicePlannedPriceWithdrawn', data: { ...stamp, from: '2026-06-01' } },
  ]
  expect(rowsOf(service, recorded(...events))).toMatchObject([{ id: 's1', parent_id: null }])
  const row = (coe_id: string, from_day: string, price: number | null) => ({
    service_id: 's1',
    coe_id,
    from_day,
    price,
  })
  const today = lagosDay(AT)
  expect(rowsOf(servicePrice, recorded(...events))).toEqual([
    row('', today, 110),
    row('a', today, null),
    row('b', today, 95),
    row('', '2026-05-01', 150),
    row('b', '2026-05-01', 130),
  ])
})

test('a drug keeps its row when it is delisted', () => {
  const stamp = { productId: 'p1', by, at: AT }
  const facts = { name: 'Tamoxifen', description: 'Tablet', manufacturerId: 'm1', manufacturerName: 'Fidson' }
  const events: ProductEvent[] = [
    { type: 'ProductListed', data: { ...stamp, ...facts, price: kobo(100) } },
    { type: 'ProductPriceChanged', data: { ...stamp, price: kobo(130) } },
    { type: 'ProductDescribed', data: { ...stamp, ...facts, name: 'Tamoxifen 20 mg', manufacturerId: 'm2' } },
    { type: 'ProductDelisted', data: stamp },
  ]
  expect(rowsOf(product, recorded(...events))).toMatchObject([
    { price: 130, name: 'Tamoxifen 20 mg', manufacturer_id: 'm2', is_listed: false, revision: 4 },
  ])
})

test('a hospital has what came in, without what went, or what was counted last', () => {
  const moved = { productId: 'p1', movementId: 'm', reason: 'Counted', by, at: AT }
  const events: StockEvent[] = [
    { type: 'StockReceived', data: { ...moved, coeId: 'a', quantity: 40 } },
    { type: 'StockRemoved', data: { ...moved, coeId: 'a', quantity: 4 } },
    { type: 'StockReceived', data: { ...moved, coeId: 'b', quantity: 9 } },
    { type: 'StockCounted', data: { ...moved, coeId: 'b', quantity: 0 } },
    { type: 'StockReceived', data: { ...moved, coeId: 'b', quantity: 2 } },
  ]
  expect(rowsOf(productStock, recorded(...events))).toEqual([
    { product_id: 'p1', coe_id: 'a', quantity: 36, changed_at: AT },
    { product_id: 'p1', coe_id: 'b', quantity: 2, changed_at: AT },
  ])
})

test('a role shows what is attached to it now', () => {
  const stamp = { roleId: 'r1', by, at: AT }
  const events: RoleEvent[] = [
    { type: 'RoleDefined', data: { ...stamp, role: 'CASHIER', description: 'Pays', reach: 'all' } },
    { type: 'PermissionAttached', data: { ...stamp, permission: 'VIEW_COE' } },
    { type: 'PermissionAttached', data: { ...stamp, permission: 'VIEW_USERS' } },
    { type: 'PermissionDetached', data: { ...stamp, permission: 'VIEW_COE' } },
    { type: 'ParentRoleAttached', data: { ...stamp, parentRoleId: 'r2' } },
    { type: 'ParentRoleAttached', data: { ...stamp, parentRoleId: 'r3' } },
    { type: 'ParentRoleDetached', data: { ...stamp, parentRoleId: 'r2' } },
  ]
  expect(rowsOf(role, recorded(...events))).toMatchObject([
    { role: 'CASHIER', reach: 'all', permissions: ['VIEW_USERS'], parent_role_ids: ['r3'] },
  ])
  expect(rowsOf(role, recorded(...events, { type: 'RoleDeleted', data: stamp }))).toEqual([])
})

test('a permission of the installation’s own is there from when it is added', () => {
  const own = { permission: 'VIEW_WARD', description: 'see the ward' }
  const added: PermissionEvent = { type: 'PermissionAdded', data: { permissionId: 'p1', ...own, by, at: AT } }
  expect(rowsOf(ownPermission, recorded(added))).toEqual([{ id: 'p1', ...own }])
})

test('a removed menu item has no row', () => {
  const stamp = { menuItemId: 'm1', by, at: AT }
  const item = { name: 'Payments', link: '/payments', permission: null, icon: 'cash', category: 'side_menu' } as const
  const added: MenuEvent = { type: 'MenuItemAdded', data: { ...stamp, ...item, group: 'Reports', order: 70 } }
  const removed: MenuEvent = { type: 'MenuItemRemoved', data: stamp }
  expect(rowsOf(menuItem, recorded(added))).toMatchObject([{ id: 'm1', menu_group: 'Reports', sort_order: 70 }])
  const moved: MenuEvent = { type: 'MenuItemMoved', data: { ...stamp, group: 'Work', order: 5 } }
  expect(rowsOf(menuItem, recorded(added, moved))).toMatchObject([{ menu_group: 'Work', sort_order: 5 }])
  expect(rowsOf(menuItem, recorded(added, moved, removed))).toEqual([])
})

test('a setting shows what was set last, since when it is there and when it changed', () => {
  const cap = (amount: number, at: string): SettingEvent => ({
    type: 'FundingCapSet',
    data: { amount: kobo(amount), by, at },
  })
  expect(rowsOf(setting, recorded(cap(100_00, AT), cap(250_000_00, LATER)))).toEqual([
    { key: 'funding_cap', value: '250,000.00', number: 250_000_00, created_at: AT, updated_at: LATER },
  ])
  const line = (number: string, at: string): SettingEvent => ({ type: 'SupportLineSet', data: { number, by, at } })
  expect(rowsOf(setting, recorded(line('08000000100', AT), line('08000000200', LATER)))).toEqual([
    { key: 'support_line', value: '08000000200', number: null, created_at: AT, updated_at: LATER },
  ])
})

test('only a change of profile moves the day an account was updated', () => {
  const profile = { firstName: 'Ada', lastName: 'Okafor', phoneNumber: '08031234567' }
  const registered: UserEvent = {
    type: 'UserRegistered',
    data: { userId: 'u1', ...profile, email: 'Ada@Example.org', emailVerified: false, roles: ['r1'], by, at: AT },
  }
  const stamp = { userId: 'u1', by, at: LATER }
  const assigned: UserEvent = { type: 'UserRolesAssigned', data: { ...stamp, roles: ['r2'] } }
  const deactivated: UserEvent = { type: 'UserDeactivated', data: stamp }
  const changed: UserEvent = { type: 'UserProfileChanged', data: { ...stamp, ...profile, lastName: 'Bello' } }
  expect(rowsOf(userAccount, recorded(registered, assigned, deactivated))).toMatchObject([
    { email: 'ada@example.org', role_ids: ['r2'], status: 'inactive', updated_at: AT, email_verified_at: null },
  ])
  expect(rowsOf(userAccount, recorded(registered, changed))).toMatchObject([{ last_name: 'Bello', updated_at: LATER }])
})
