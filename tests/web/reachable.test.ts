import { expect, test } from 'vitest'
import { matchPath } from 'react-router-dom'
import { LISTS, oneOfEachList } from '#domain/kernel/menu-lists.ts'
import { STARTING_MENU } from '#domain/kernel/starting-menu.ts'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'
import { sourceFiles, textOf } from '#tests/support/source-files.ts'
import { publicScreens, signedInScreens } from '#web/shell/routes.ts'
import { permissionsOf } from '#web/shell/screen-route.ts'
import { viewsOfList } from '#web/shell/views-of-list.ts'

const HOSPITAL = { id: '1', coe_name: 'UCH' }
const people = STARTING_ROLES.map(({ role, permissions, reach }) => {
  const own = STARTING_MENU.filter(({ permission }) => permission === null || permissions.includes(permission))
  const menu = [...oneOfEachList(own.map(({ link }) => link))]
  return { role, menu, reader: { permissions: [...permissions], coe: reach === 'hospital' ? HOSPITAL : null } }
})

test.each(people)('the menu of $role has one entry for what is one list, and it is first of its views', ({ menu }) => {
  for (const list of LISTS) expect(list.filter(({ link }) => menu.includes(link)).length).toBeLessThan(2)
})

test('each view of a list is a screen, in one list', () => {
  const links = LISTS.flat().map(({ link }) => link)
  expect(new Set(links).size).toBe(links.length)
  for (const link of links) expect(signedInScreens.filter(({ path }) => matchPath(path, link) !== null)).toHaveLength(1)
})

/** Where the web links to, as its files write it: `to="/coestaff/billings"`, `/patients/${id}/history`. */
const linked = sourceFiles
  .filter((file) => file.startsWith('web/') && !file.endsWith('screens.ts'))
  .flatMap((file) => [...textOf(file).matchAll(/["'`](\/[a-z][^"'`?#\s]*)/g)].map(([, address = '']) => address))
  .map((address) => address.replaceAll('${search}', '').replaceAll(/\$\{[^}]*\}/g, 'x'))
/** What nobody comes to from within: by mail, by an old address, by signing out, or as a tab of its list. */
const FROM_ELSEWHERE = [
  ...['/', '/recover/password/:id', '/set-password/:token'],
  ...['/consolidated_report', '/coestaffs/:coe_id?/create'],
]
const isLinked = (path: string) => linked.some((address) => matchPath(path, address) !== null)

test.each(people)('$role comes to every screen that opens for them, from the menu or by a link', ({ menu, reader }) => {
  const views = menu.flatMap((link) => viewsOfList(link, reader).map((view) => view.link))
  const reached = [...menu, ...views]
  const open = [...publicScreens, ...signedInScreens].filter((screen) => {
    const { whose } = LISTS.flat().find(({ link }) => matchPath(screen.path, link) !== null) ?? {}
    if (FROM_ELSEWHERE.includes(screen.path)) return false
    if (whose !== undefined && (whose === 'hospital') !== (reader.coe !== null)) return false
    const asked = permissionsOf(screen)
    return asked.length === 0 || asked.some((permission) => reader.permissions.some((held) => held === permission))
  })
  const lost = open.filter(
    ({ path }) => !reached.some((link) => matchPath(path, link.split('?')[0] ?? '') !== null) && !isLinked(path),
  )
  expect(lost.map(({ path }) => path)).toEqual([])
})

test('a view of a list is where its entry is marked, and a screen below one is none', () => {
  const auditor = people.find(({ role }) => role === 'AUDITOR')?.reader ?? { permissions: [], coe: null }
  const at = (pathname: string) => viewsOfList(pathname, auditor).find(({ isHere }) => isHere)?.link
  expect(at('/superadmin/billings/0193')).toBe('/superadmin/billings')
  expect(at('/payments/consolidated_report/0193')).toBe('/payments/consolidated_report')
  expect(oneOfEachList(['/payments', '/payments/time_in_step']).size).toBe(2)
  expect(at('/payments/0193')).toBe('/payments')
  expect(viewsOfList('/payments/time_in_step', auditor)).toEqual([])
  expect(viewsOfList('/invoices/0193/paper', auditor)).toEqual([])
})
