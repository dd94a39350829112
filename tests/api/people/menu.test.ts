import { afterAll, beforeAll, expect, test } from 'vitest'
import type { output } from 'zod'
import type { MenuEntry, MenuItemDetail, MenuItemView } from '#api/people/contracts/menu.ts'
import { menuItemIdOf } from '#commands/people/menu/menu-item-id.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let admin: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
})
afterAll(() => demo.end())

const map = { menu_name: 'Map', menu_link: '/map', menu_icon: 'report' }
const add = (body: object, by = admin) => by.post('/api/uimenu', body)
const remove = (link: string, by = admin) => by.delete(`/api/uimenu/${menuItemIdOf(link)}`)
const items = async () => (await admin.get('/api/uimenu/items')).json<{ data: MenuItemView[] }>().data
const itemAt = async (id: string) =>
  (await admin.get(`/api/uimenu/items/${id}`)).json<output<typeof MenuItemDetail>>().data
const linksOf = async (role: string) =>
  (await (await demo.as(role)).get('/api/uimenu')).json<{ data: MenuEntry[] }>().data.map(({ link }) => link)

test('an item is added last in Work for everybody, is there once, goes, and may come back', async () => {
  const id = menuItemIdOf('/map')
  expect((await add(map)).json()).toMatchObject({ data: { id, caught_up: true } })
  const all = await items()
  const added = all.find(({ id: one }) => one === id)
  expect(added).toMatchObject({ ...map, menu_permission: null, menu_category: 'side_menu', group: 'Work' })
  const work = all.filter(({ group }) => group === 'Work').map(({ order }) => order)
  expect(added?.order).toBe(Math.max(...work))
  expect(work.filter((order) => order === added?.order)).toHaveLength(1)
  expect(await linksOf('PATIENT')).toContain('/map')
  const head = await demo.context.log.head()
  expect((await add(map)).statusCode).toBe(200)
  expect(await demo.context.log.head()).toBe(head)
  expect(refusal(await add({ ...map, menu_name: 'Another' }))).toMatchObject({ status: 422, fields: ['menu_link'] })
  expect((await remove('/map')).statusCode).toBe(200)
  expect(await linksOf('PATIENT')).not.toContain('/map')
  const { history, ...gone } = await itemAt(id)
  expect(gone).toEqual({ ...added, seen_by: [], is_deleted: true })
  expect(history.map(({ what }) => what)).toEqual(['Removed', `Added as Map to Work, at ${added?.order}`])
  expect((await add({ ...map, menu_name: 'Another' })).statusCode).toBe(200)
  expect(await itemAt(id)).toMatchObject({ menu_name: 'Another', is_deleted: false })
  expect(await linksOf('PATIENT')).toContain('/map')
  expect(refusal(await remove('/nowhere'))).toMatchObject({ status: 404 })
})

test('an item with a permission is shown to the roles that have it, also one of the installation’s own', async () => {
  await admin.post('/api/permissions', { permission: 'VIEW_WARD', description: 'see the ward' })
  const ward = { ...map, menu_link: '/ward', menu_permission: 'VIEW_WARD', group: 'Reports', order: 5 }
  expect((await add(ward)).statusCode).toBe(200)
  expect(await linksOf('ANALYST')).not.toContain('/ward')
  await admin.post(`/api/roles/${roleIdOf('ANALYST')}/permissions/VIEW_WARD`, {})
  expect(await linksOf('ANALYST')).toContain('/ward')
  const seen = (await items()).find(({ menu_link: link }) => link === '/ward')
  expect(seen).toMatchObject({ group: 'Reports', order: 5, seen_by: ['ANALYST'] })
})

test('an item is moved, and its history tells of it; one that is not there is not', async () => {
  const place = `/api/uimenu/${menuItemIdOf('/payments')}`
  const move = (body: object, path = place) => admin.put(path, body)
  expect((await move({ group: 'Work', order: '1' })).json()).toMatchObject({ message: 'The menu item has been moved' })
  expect((await linksOf('AUDITOR'))[0]).toBe('/payments')
  const { history, ...item } = await itemAt(menuItemIdOf('/payments'))
  expect(item).toMatchObject({ group: 'Work', order: 1 })
  expect(history.map(({ what }) => what)).toEqual(['Moved to Work, at 1', 'Added as Payments to Reports, at 70'])
  const nowhere = menuItemIdOf('/nowhere')
  expect(refusal(await move({ group: 'Work', order: 1 }, `/api/uimenu/${nowhere}`))).toMatchObject({ status: 404 })
  expect(refusal(await move({ group: 'Else', order: 1 }))).toMatchObject({ status: 422, fields: ['group'] })
  for (const order of [-1, 1.5, 'x', 1e20])
    expect(refusal(await move({ group: 'Work', order }))).toMatchObject({ status: 422, fields: ['order'] })
  expect((await admin.get(`/api/uimenu/items/${nowhere}`)).statusCode).toBe(404)
})

test('a link to anywhere else, a permission that there is not, and what is missing are refused by name', async () => {
  const refused = async (over: object) => refusal(await add({ ...map, menu_link: '/other', ...over }))
  for (const link of ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere', 'javascript:alert(1)', ''])
    expect(await refused({ menu_link: link })).toMatchObject({ status: 422, fields: ['menu_link'] })
  expect(await refused({ menu_permission: 'NO_SUCH' })).toMatchObject({ status: 422, fields: ['menu_permission'] })
  for (const name of ['', 'A\u0000B', 'A\u202eB', 'A'.repeat(201)])
    expect(await refused({ menu_name: name })).toMatchObject({ status: 422, fields: ['menu_name'] })
  expect(await refused({ menu_icon: undefined })).toMatchObject({ fields: ['menu_icon'] })
  expect(await refused({ group: 'Elsewhere' })).toMatchObject({ fields: ['group'] })
})

test('only who may administer the menu does, and is shown all of it', async () => {
  for (const role of ['AUDITOR', 'COE_ADMIN', 'PATIENT']) {
    const by = await demo.as(role)
    const answers = [await add(map, by), await remove('/payments', by), await by.get('/api/uimenu/items')]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  }
})
