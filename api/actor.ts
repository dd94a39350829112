import type { Permission } from '#domain/kernel/permissions.ts'
import type { Reach as RoleReach } from '#domain/people/role/events.ts'

/** The signed-in person, as every endpoint sees them. */
export type Actor = {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly otherNames: string | null
  readonly phoneNumber: string | null
  readonly gender: string | null
  readonly dateOfBirth: string | null
  readonly status: string
  readonly profession: string | null
  readonly emailVerifiedAt: string | null
  /** When they last chose a password. */
  readonly passwordChangedAt: string | null
  readonly createdAt: string
  /** Moved by a change of profile or password only (spec, open-questions Q009). */
  readonly updatedAt: string
  readonly coe: { readonly id: string; readonly coe_name: string } | null
  readonly roles: readonly { readonly id: string; readonly role: string; readonly reach: RoleReach }[]
  readonly permissions: ReadonlySet<Permission>
  /** The installation's own: they open nothing but menu items. */
  readonly ownPermissions: readonly string[]
  readonly patient: {
    readonly id: string
    readonly chfId: string
    readonly capId: string | null
    readonly identificationId: string | null
    readonly identificationNumber: string | null
  } | null
  /** Who signed in to act in this person's place; both stand on what is recorded. */
  readonly agent?: string
  /** What they are called, and when it ends: ISO, UTC. */
  readonly support?: { readonly id: string; readonly name: string; readonly until: string }
}

/** The ids of the roles that somebody holds. */
export const roleIdsOf = ({ roles }: Pick<Actor, 'roles'>): readonly string[] => roles.map(({ id }) => id)

/** What a caller reaches: everything, one hospital, or one patient. Out of reach reads as not found. */
export type Reach =
  | { readonly kind: 'all' }
  | { readonly kind: 'coe'; readonly coeId: string }
  | { readonly kind: 'patient'; readonly patientId: string }

/**
 * What a person's roles let them reach (domain.md, Roles): themselves as a patient, their own hospital, or everything.
 * Of different reaches the narrowest holds, whatever became of a role since it was given; and whoever is a patient, or a
 * hospital's, reaches no further in a role of the fund. Undefined, nothing: without a role, in a hospital's role without
 * a hospital, in a patient's without a record.
 */
export function reachOf({ roles, patient, coe }: Pick<Actor, 'roles' | 'patient' | 'coe'>): Reach | undefined {
  const reaches = new Set(roles.map(({ reach }) => reach))
  if (reaches.size === 0) return undefined
  if (patient !== null) return { kind: 'patient', patientId: patient.id }
  if (reaches.has('self')) return undefined
  if (coe !== null) return { kind: 'coe', coeId: coe.id }
  return reaches.has('hospital') ? undefined : { kind: 'all' }
}

/** The hospital at which somebody bills, services or drugs, and answers for what it billed; undefined for everybody else. */
export function billsAt(actor: Pick<Actor, 'roles' | 'patient' | 'coe' | 'permissions'>): string | undefined {
  const reach = reachOf(actor)
  const mayBill = actor.permissions.has('BILL_SERVICES') || actor.permissions.has('BILL_DRUGS')
  return mayBill && reach?.kind === 'coe' ? reach.coeId : undefined
}
