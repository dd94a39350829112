import { expect, test } from 'vitest'
import { matchPath } from 'react-router-dom'
import { STARTING_MENU } from '#domain/kernel/starting-menu.ts'
import { currentEntry } from '#web/shell/current-entry.ts'
import { isMenuIcon } from '#web/shell/menu-icon.tsx'
import { publicScreens, signedInScreens } from '#web/shell/routes.ts'
import { permissionsOf } from '#web/shell/screen-route.ts'

test.each(STARTING_MENU.map(({ name, link, icon, permission }) => ({ name, link, icon, permission })))(
  'the menu entry "$name" has an icon and leads to a screen that opens by its permission, or to everybody',
  ({ link, icon, permission }) => {
    expect(isMenuIcon(icon)).toBe(true)
    const address = link.split('?')[0] ?? ''
    const screens = [...publicScreens, ...signedInScreens].filter(({ path }) => matchPath(path, address) !== null)
    expect(screens).toHaveLength(1)
    const opened = screens.flatMap(permissionsOf)
    const isPublic = publicScreens.some(({ path }) => matchPath(path, address) !== null)
    if (permission === null || isPublic) expect(opened).toEqual([])
    else if (opened.length > 0) expect(opened).toContain(permission)
  },
)

test('no two entries of a new menu lead to one address: the second would be none', () => {
  const links = STARTING_MENU.map(({ link }) => link)
  expect(links.filter((link, place) => links.indexOf(link) !== place)).toEqual([])
})

test.each([
  ['/billing', '', '/billing'],
  ['/billing', '?tab=drugs', '/billing?tab=drugs'],
  ['/billing', '?tab=drugs&patient=7', '/billing?tab=drugs'],
  ['/billing', '?tab=services', '/billing'],
  ['/billing/history', '', undefined],
])('at %s%s the current entry is %s', (pathname, search, entry) => {
  expect(currentEntry(['/billing', '/billing?tab=drugs', '/payments'], pathname, search)).toBe(entry)
})
