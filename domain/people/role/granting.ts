import { type Permission, PERMISSIONS } from '#domain/kernel/permissions.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { Reach } from './events.ts'

/** The role that does all administration and takes no step of the payment chain. */
export const SUPER_ADMIN = 'SUPER_ADMIN'

/** A role as a rule about people needs it. */
export type RoleFacts = {
  readonly roleId: string
  readonly role: string
  readonly reach: Reach
  readonly permissions: readonly Permission[]
  readonly parentRoleIds: readonly string[]
}

/** Who gives: an installation or an enrolment (which give fixed roles), or a person with what they hold at that moment. */
export type Granter =
  | { readonly kind: 'system' }
  | {
      readonly kind: 'person'
      readonly roleIds: readonly string[]
      readonly permissions: readonly Permission[]
      readonly isSuperAdmin: boolean
    }

/** Of whom it is not known what they held: they may have held whatever it takes, but for the role in question. */
export const ANYONE: PersonWhoGrants = { kind: 'person', roleIds: [], permissions: [], isSuperAdmin: true }

export type PersonWhoGrants = Extract<Granter, { readonly kind: 'person' }>

const STEPS: ReadonlySet<Permission> = new Set(PAYMENT_CHAIN.permissions)

/** The steps of the payment chain among some permissions, each once. */
export function chainStepsIn(permissions: Iterable<Permission>): readonly Permission[] {
  return [...new Set(permissions)].filter((permission) => STEPS.has(permission))
}

/** Nobody grants what they lack; a super admin may grant all (domain.md, Roles). */
export function mayGrant(granter: Granter, permission: Permission): boolean {
  return granter.kind === 'system' || granter.isSuperAdmin || granter.permissions.includes(permission)
}

/**
 * What a person may do with some roles: the union, in the order of PERMISSIONS. When it holds two steps of the payment
 * chain (a role was changed under the feet of its holders) it gives none of them, so that a mistake in the roles
 * never lets one person pay alone.
 */
export function effectivePermissions(roles: Iterable<Pick<RoleFacts, 'permissions'>>): readonly Permission[] {
  const held = new Set([...roles].flatMap(({ permissions }) => permissions))
  const isDivided = chainStepsIn(held).length < 2
  return PERMISSIONS.filter((permission) => held.has(permission) && (isDivided || !STEPS.has(permission)))
}
