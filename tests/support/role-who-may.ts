import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'
import type { ApiRoute } from './api-routes.ts'

/** A starting role whose holders may call a route, `best` where it may; undefined for one that is open to everyone. */
export function roleWhoMay({ permission, scope, method, url }: ApiRoute, best?: string): string | undefined {
  if (permission === 'public' || permission === undefined) return undefined
  if (permission === 'signed-in') return 'AUDITOR'
  const wanted = [permission].flat()
  const roles = STARTING_ROLES.filter(
    ({ permissions, reach }) =>
      (scope !== 'all' || reach === 'all') && permissions.some((held) => wanted.includes(held)),
  )
  const role = roles.find((one) => one.role === best) ?? roles[0]
  if (role === undefined) throw new Error(`No starting role may call ${method} ${url}`)
  return role.role
}
