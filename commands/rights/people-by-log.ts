import type { RoleEvent } from '#domain/people/role/events.ts'
import type { UserEvent } from '#domain/people/user/events.ts'

/** How long (ms) a call may be at work between its look at what somebody may and its event, as in verify-parties.ts. */
const AT_WORK_MS = 600_000

type Until = { readonly until: string }
/** A role's permissions, and which it had before, until when (ISO). */
type Role = { readonly permissions: Set<string>; readonly before: Map<string, string> }
type Person = { roles: readonly string[]; before?: { readonly roles: readonly string[] } & Until; closed?: string }

/**
 * Who there is and what they may, by the log as far as it was learned. Keeps some 100 bytes of each person. What somebody might
 * some minutes ago counts as well, as a call may have looked before.
 */
export function createPeopleByLog() {
  const roles = new Map<string, Role>()
  const people = new Map<string, Person>()
  /** Streams of people and roles of which an event is not read: what was found there, or a newer version's. */
  const unread = new Set<string>()
  /** One array for all who hold the same roles. */
  const same = new Map<string, readonly string[]>()

  const shared = (ids: readonly string[]): readonly string[] => {
    const key = ids.join(' ')
    const known = same.get(key)
    if (known !== undefined) return known
    same.set(key, ids)
    return ids
  }
  const roleOf = (id: string): Role => {
    const known = roles.get(id) ?? { permissions: new Set(), before: new Map<string, string>() }
    roles.set(id, known)
    return known
  }
  const isLately = (since: string | undefined, now: string) =>
    since !== undefined && Date.parse(now) - Date.parse(since) <= AT_WORK_MS

  /** Whether some roles let people do something, or did when a call at work had looked. */
  const lets = (ids: readonly string[], wanted: readonly string[], now: string): boolean =>
    ids.some((id) => {
      if (unread.has(`role-${id}`)) return true
      const role = roles.get(id)
      if (role === undefined) return false
      return wanted.some((one) => role.permissions.has(one) || isLately(role.before.get(one), now))
    })

  return {
    /** A log that knows nobody, as before the first start's end, says of nobody what they may. */
    knowsNobody: () => people.size === 0,

    /** Why somebody may do none of these now; undefined when they may, or the log does not say. */
    whyNot(by: string, wanted: readonly string[], now: string): string | undefined {
      const person = people.get(by)
      if (unread.has(`user-${by}`)) return undefined
      if (person === undefined) return `${by}, who is nobody`
      const { roles: held, before, closed } = person
      if (closed !== undefined && !isLately(closed, now)) return `${by}, not active since ${closed}`
      if (lets(held, wanted, now)) return undefined
      if (before !== undefined && isLately(before.until, now) && lets(before.roles, wanted, now)) return undefined
      return `${by}, who may not`
    },

    /** Of whom, or of whose role, an event is not read nothing is known any more. */
    missed(stream: string): void {
      if (/^(user|role)-/.test(stream)) unread.add(stream)
    },

    learn({ type, data }: RoleEvent | UserEvent, now: string): void {
      switch (type) {
        case 'PermissionAttached':
          roleOf(data.roleId).permissions.add(data.permission)
          return
        case 'PermissionDetached': {
          const role = roleOf(data.roleId)
          role.permissions.delete(data.permission)
          role.before.set(data.permission, now)
          return
        }
        case 'UserRegistered':
          people.set(data.userId, { roles: shared(data.roles) })
          return
        case 'UserRolesAssigned': {
          const person = people.get(data.userId)
          const before = person && { roles: person.roles, until: now }
          people.set(data.userId, { ...person, roles: shared(data.roles), ...(before && { before }) })
          return
        }
        case 'UserDeactivated':
        case 'UserMarkedDeceased':
        case 'UserErased': {
          const person = people.get(data.userId)
          if (person !== undefined && person.closed === undefined) person.closed = now
          return
        }
        case 'UserActivated':
          delete people.get(data.userId)?.closed
      }
    },
  }
}
