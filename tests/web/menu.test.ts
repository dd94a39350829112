import { expect, test } from 'vitest'
import { matchPath } from 'react-router-dom'
import { STARTING_MENU } from '#domain/people/menu/starting-menu.ts'
import { currentEntry } from '#web/shell/current-entry.ts'
import { isMenuIcon } from '#web/shell/menu-icon.tsx'
import { signedInScreens } from '#web/shell/routes.ts'

test.each(STARTING_MENU.map(({ name, link, icon }) => ({ name, link, icon })))(
  'the menu entry "$name" has an icon and leads to a screen',
  ({ link, icon }) => {
    expect(isMenuIcon(icon)).toBe(true)
    const address = link.split('?')[0] ?? ''
    expect(signedInScreens.filter(({ path }) => matchPath(path, address) !== null)).toHaveLength(1)
  },
)

test.each([
  ['/billing', '', '/billing'],
  ['/billing', '?tab=drugs', '/billing?tab=drugs'],
  ['/billing', '?tab=drugs&patient=7', '/billing?tab=drugs'],
  ['/billing', '?tab=services', '/billing'],
  ['/billing/history', '', undefined],
])('at %s%s the current entry is %s', (pathname, search, entry) => {
  expect(currentEntry(['/billing', '/billing?tab=drugs', '/payments'], pathname, search)).toBe(entry)
})
