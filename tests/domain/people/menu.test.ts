import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MenuEvent, MenuItem } from '#domain/people/menu/events.ts'
import { menu, type MenuCommand } from '#domain/people/menu/menu.ts'
import { STARTING_MENU } from '#domain/kernel/starting-menu.ts'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { describeFollows, inAnotherStream, runsOf, swapped } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const menuItemId = 'item-1'
const item: MenuItem = {
  name: 'Payments',
  link: '/payments',
  permission: 'VIEW_CHF_REPORT',
  icon: 'cash',
  category: 'side_menu',
  group: 'Reports',
  order: 70,
}
const stamp = { menuItemId, by: 'user-1', at: AT }
const add = (name = item.name) => command('AddMenuItem', { menuItemId, ...item, name })
const added: MenuEvent = { type: 'MenuItemAdded', data: { ...item, ...stamp } }
const moved: MenuEvent = { type: 'MenuItemMoved', data: { group: 'Work', order: 5, ...stamp } }
const removed: MenuEvent = { type: 'MenuItemRemoved', data: stamp }

test('a menu item is added once, and a removed one does not come back', () => {
  given(menu).when(add()).then(added)
  given(menu, added).when(add()).thenNothing()
  given(menu, added).when(add('Other')).thenRefused('menu_already_added')
  given(menu, added, removed).when(add()).thenRefused('menu_removed')
})

test('an administrator adds a removed menu item again', () => {
  const again = command('AddMenuItem', { menuItemId, ...item, mayReturn: true })
  given(menu, added, removed).when(again).then(added)
  given(menu, added, removed, added).when(again).thenNothing()
})

test('a menu item is moved to another group and place, and stays what it is', () => {
  const move = command('MoveMenuItem', { menuItemId, group: 'Work' as const, order: 5 })
  given(menu, added).when(move).then(moved)
  given(menu, added, moved).when(move).thenNothing()
  given(menu, added, moved).when(add()).thenRefused('menu_already_added')
  given(menu).when(move).thenRefused('menu_unknown')
  given(menu, added, removed).when(move).thenRefused('menu_removed')
})

test('a menu item is removed', () => {
  given(menu, added).when(command('RemoveMenuItem', { menuItemId })).then(removed)
  given(menu, added, removed).when(command('RemoveMenuItem', { menuItemId })).thenNothing()
  given(menu).when(command('RemoveMenuItem', { menuItemId })).thenRefused('menu_unknown')
})

test('every item of the starting menu opens for somebody, and those who pay find their screens', () => {
  for (const { permission, link } of STARTING_MENU) {
    const may = STARTING_ROLES.filter(({ permissions }) => permission === null || permissions.includes(permission))
    expect(may.length, link).toBeGreaterThan(0)
  }
  const paying = STARTING_ROLES.filter(({ role }) => ['FINANCE', 'NCCP', 'DHS', 'DFA', 'PERMSEC'].includes(role))
  for (const { permissions } of paying) {
    const links = STARTING_MENU.flatMap(({ permission, link }) =>
      permission !== null && permissions.includes(permission) ? [link] : [],
    )
    expect(links).toEqual(expect.arrayContaining(['/payments/consolidated_report', '/payments']))
  }
})

const anyCommand: fc.Arbitrary<MenuCommand> = fc.oneof(
  fc.constantFrom('Payments', 'Other').map(add),
  fc.constant(null).map(() => command('AddMenuItem', { menuItemId, ...item, mayReturn: true })),
  fc.constant(null).map(() => command('MoveMenuItem', { menuItemId, group: 'Work' as const, order: 5 })),
  fc.constant(null).map(() => command('RemoveMenuItem', { menuItemId })),
)
describeDeciderProperties(menu, anyCommand, (state, history) => {
  const comings = history.map(({ type }) => type).filter((type) => type !== 'MenuItemMoved')
  expect(comings).toEqual(comings.map((_, index) => (index % 2 === 0 ? 'MenuItemAdded' : 'MenuItemRemoved')))
  const last = comings.at(-1)
  expect(state.status).toBe(last === undefined ? 'none' : last === 'MenuItemAdded' ? 'shown' : 'removed')
})

describeFollows(
  menu,
  runsOf(anyCommand),
  { 'an item of another stream': inAnotherStream, 'an item taken away before it is added': swapped },
  menuItemId,
)
