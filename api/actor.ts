import type { Permission } from '#domain/kernel/permissions.ts'

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
  readonly coe: { readonly id: string; readonly coe_name: string } | null
  readonly roles: readonly { readonly id: string; readonly role: string }[]
  readonly permissions: ReadonlySet<Permission>
  readonly patient: { readonly id: string; readonly chfId: string } | null
}

/** What a caller reaches: everything, one hospital, or one patient. Out of reach reads as not found. */
export type Reach =
  | { readonly kind: 'all' }
  | { readonly kind: 'coe'; readonly coeId: string }
  | { readonly kind: 'patient'; readonly patientId: string }

/** A patient reaches themselves, hospital people their hospital, ministry roles all (domain.md, Roles). */
export function reachOf(actor: Actor): Reach {
  if (actor.patient !== null) return { kind: 'patient', patientId: actor.patient.id }
  if (actor.coe !== null) return { kind: 'coe', coeId: actor.coe.id }
  return { kind: 'all' }
}
