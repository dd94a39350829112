import { roleIdOf } from '#commands/people/role/role-id.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { personOf } from '#tests/support/demo-app.ts'

const patient = personOf('PATIENT')
const coe_id = pilotCoeId(patient.coeCode ?? '')
const someone = {
  ...{ email: 'new-doctor@example.org', first_name: 'Ada', last_name: 'Obi', phone_number: '08012345678' },
  ...{ gender: 'Female', date_of_birth: '1990-01-01' },
}
const hired = { ...someone, email: 'new-clerk@example.org', role_id: roleIdOf('DOCTOR'), coe_id }
const moved = { user_id: personOf('MDT').userId, coe_id }

/** Who may, what they send, and what else under the same key. */
export type Write = {
  role: string
  url?: string
  body: object | string
  other: object | string
  /** Where the path says all. */
  otherUrl?: string
}
/** Those that create and change staff. */
export const STAFF_WRITES: Readonly<Record<string, Write>> = {
  'POST /api/users': { role: 'SUPER_ADMIN', body: hired, other: { ...hired, first_name: 'Eve' } },
  'POST /api/sadmin/coehelpdeskstaffs': {
    role: 'SUPER_ADMIN',
    body: { ...someone, coe_id },
    other: { ...someone, first_name: 'Eve', coe_id },
  },
  'POST /api/sadmin/chfstaffs': {
    role: 'SUPER_ADMIN',
    body: { ...someone, email: 'new-admin@example.org' },
    other: { ...someone, email: 'newer-admin@example.org' },
  },
  'PUT /api/coeadmin/staff/:id': {
    role: 'COE_ADMIN',
    url: `/api/coeadmin/staff/${personOf('DOCTOR').userId}`,
    body: { ...someone, email: personOf('DOCTOR').email },
    other: { ...someone, email: personOf('DOCTOR').email, first_name: 'Eve' },
  },
  'PUT /api/users/:id': {
    role: 'SUPPORT',
    url: `/api/users/${patient.userId}`,
    body: { email_verified_at: '2026-01-01' },
    other: { email_verified_at: '2026-01-02' },
  },
  'PUT /api/users': { role: 'SUPER_ADMIN', body: moved, other: { ...moved, coe_id: 'nothing' } },
  'PUT /api/users/': { role: 'SUPER_ADMIN', body: moved, other: { ...moved, coe_id: 'nothing' } },
  'POST /api/users/:id/deactivate': {
    role: 'COE_ADMIN',
    url: `/api/users/${personOf('SOCIAL_WORKER').userId}/deactivate`,
    body: {},
    other: {},
    otherUrl: `/api/users/${personOf('DOCTOR').userId}/deactivate`,
  },
  'POST /api/users/:id/invitation': {
    role: 'COE_ADMIN',
    // Of whom no other line closes the account.
    url: `/api/users/${personOf('PHARMACIST').userId}/invitation`,
    body: {},
    other: {},
    otherUrl: `/api/users/${personOf('DOCTOR', 2).userId}/invitation`,
  },
  'POST /api/users/:id/activate': {
    role: 'COE_ADMIN',
    url: `/api/users/${personOf('SOCIAL_WORKER').userId}/activate`,
    body: {},
    other: {},
    otherUrl: `/api/users/${personOf('DOCTOR').userId}/activate`,
  },
}
