import { matchPath } from 'react-router-dom'
import { listOf } from '#domain/kernel/menu-lists.ts'
import type { SessionUser } from '#api/people/contracts/session.ts'
import { signedInScreens } from './routes.ts'
import { permissionsOf } from './screen-route.ts'

type Reader = Pick<SessionUser, 'permissions' | 'coe'>

/** The views of the list at an address that somebody may open; none where they have no other than that one. */
export function viewsOfList(
  pathname: string,
  { permissions, coe }: Reader,
): readonly { readonly link: string; readonly name: string; readonly isHere: boolean }[] {
  const list = listOf(pathname)
  const here = screenOf(pathname)
  // A screen of its own below a view, as an invoice's paper, is none of them.
  if (list === undefined || (here !== undefined && !list.some(({ link }) => screenOf(link) === here))) return []
  const at = list.toSorted((one, other) => other.link.length - one.link.length).find(({ link }) => isAt(link, pathname))
  const side = coe === null ? 'ministry' : 'hospital'
  const views = list
    .map(({ link, name, whose = side }) => ({ link, name, whose, isHere: link === at?.link }))
    .filter(({ link, whose, isHere }) => isHere || (whose === side && mayOpen(link, permissions)))
  return views.length < 2 ? [] : views
}

const screenOf = (address: string) => signedInScreens.find(({ path }) => matchPath(path, address) !== null)

const isAt = (link: string, pathname: string) => pathname === link || pathname.startsWith(`${link}/`)

function mayOpen(link: string, held: readonly string[]): boolean {
  const screen = screenOf(link)
  const asked = screen === undefined ? [] : permissionsOf(screen)
  return asked.length === 0 || asked.some((permission) => held.includes(permission))
}
