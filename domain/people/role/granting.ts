import { isPermission, type Permission, PERMISSIONS } from '#domain/kernel/permissions.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { needsSecondFactor } from '#domain/people/user/password.ts'
import type { Reach } from './events.ts'

/** The role that does all administration and takes no step of the payment chain. */
export const SUPER_ADMIN = 'SUPER_ADMIN'

/** A role as a rule about people needs it. */
export type RoleFacts = {
  readonly roleId: string
  readonly role: string
  readonly reach: Reach
  /** By name; the installation's own as well. */
  readonly permissions: readonly string[]
  readonly parentRoleIds: readonly string[]
  /** Whether it is told who is given it and who loses it: one that may be deleted, and SUPER_ADMIN, which somebody must hold. */
  readonly isCounted: boolean
}

/** Who gives: an installation or an enrolment (which give fixed roles), or a person with what they hold at that moment. */
export type Granter =
  | { readonly kind: 'system' }
  | {
      readonly kind: 'person'
      readonly roleIds: readonly string[]
      readonly permissions: readonly string[]
      readonly isSuperAdmin: boolean
    }

/** Of whom it is not known what they held: they may have held whatever it takes, but for the role in question. */
export const ANYONE: PersonWhoGrants = { kind: 'person', roleIds: [], permissions: [], isSuperAdmin: true }

export type PersonWhoGrants = Extract<Granter, { readonly kind: 'person' }>

const STEPS: ReadonlySet<string> = new Set(PAYMENT_CHAIN.permissions)

/** The steps of the payment chain among some permissions, each once. */
export function chainStepsIn(permissions: Iterable<string>): readonly string[] {
  return [...new Set(permissions)].filter((permission) => STEPS.has(permission))
}

/** Nobody grants what they lack; a super admin may grant all (domain.md, Roles). */
export function mayGrant(granter: Granter, permission: string): boolean {
  return granter.kind === 'system' || granter.isSuperAdmin || granter.permissions.includes(permission)
}

type GivenRole = Pick<RoleFacts, 'permissions' | 'parentRoleIds'> & { readonly reach: string }

/**
 * Whether a role is the ministry's: it reaches all hospitals, or lets people take a step of a chain, move or approve money of the
 * fund, or administer roles. What asks for a second factor is just that.
 */
const isMinistryRole = ({ reach, permissions }: GivenRole): boolean => reach === 'all' || needsSecondFactor(permissions)

/**
 * Whether somebody gives a role to people, and takes it away: a super admin any; others those whose parent they hold, and
 * whatever its parents, none of the ministry (domain.md, Roles; spec, open-questions Q023).
 */
export function mayGive(
  { roleIds, isSuperAdmin }: Pick<PersonWhoGrants, 'roleIds' | 'isSuperAdmin'>,
  role: GivenRole,
): boolean {
  return isSuperAdmin || (!isMinistryRole(role) && role.parentRoleIds.some((id) => roleIds.includes(id)))
}

/**
 * What a person may do with some roles: the union, in the order of PERMISSIONS. When it holds two steps of the payment chain (a role was changed under the feet of its holders) it gives none of them, so
 * that a mistake in the roles never lets one person pay alone.
 */
export function effectivePermissions(roles: Iterable<Pick<RoleFacts, 'permissions'>>): readonly Permission[] {
  const held = new Set([...roles].flatMap(({ permissions }) => permissions))
  const isDivided = chainStepsIn(held).length < 2
  return PERMISSIONS.filter((permission) => held.has(permission) && (isDivided || !STEPS.has(permission)))
}

/** The installation's own permissions among those of some roles, by name. */
export function ownPermissions(roles: Iterable<Pick<RoleFacts, 'permissions'>>): readonly string[] {
  const held = new Set([...roles].flatMap(({ permissions }) => permissions))
  return [...held].filter((name) => !isPermission(name)).toSorted()
}
