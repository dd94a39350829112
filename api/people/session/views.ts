import type { SessionUser } from '#api/people/contracts/session.ts'
import type { Actor } from '#api/actor.ts'

/** The signed-in person as the contract has them. */
export function sessionUser(actor: Actor): SessionUser {
  return {
    id: actor.id,
    email: actor.email,
    first_name: actor.firstName,
    last_name: actor.lastName,
    other_names: actor.otherNames,
    phone_number: actor.phoneNumber,
    gender: actor.gender?.toLowerCase() ?? null,
    date_of_birth: actor.dateOfBirth,
    status: actor.status,
    profession: actor.profession,
    email_verified_at: actor.emailVerifiedAt,
    password_changed_at: actor.passwordChangedAt,
    created_at: actor.createdAt,
    updated_at: actor.updatedAt,
    coe_id: actor.coe?.id ?? null,
    coe: actor.coe,
    roles: [...actor.roles],
    permissions: [...actor.permissions, ...actor.ownPermissions].sort(),
    support: actor.support ?? null,
    patient: patientView(actor),
  }
}

function patientView({ patient }: Actor): SessionUser['patient'] {
  if (patient === null) return null
  const { id, chfId: chf_id, capId: cap_id, identificationId, identificationNumber } = patient
  return { id, chf_id, cap_id, identification_id: identificationId, identification_number: identificationNumber }
}
