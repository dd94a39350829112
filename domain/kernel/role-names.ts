// Plain code: whatever shows a role carries it.

/** The roles that every installation starts with, as people call them. */
export const ROLE_NAMES = {
  PATIENT: 'Patient',
  SOCIAL_WORKER: 'Social worker',
  COE_STAFF: 'Hospital staff',
  DOCTOR: 'Doctor',
  MDT: 'Multidisciplinary team (MDT)',
  PHARMACIST: 'Pharmacist',
  COE_ADMIN: 'Head of hospital (CMD)',
  HELP_DESK: 'Help desk',
  FUND_ADMIN: 'Fund administrator',
  COMMITTEE: 'Committee',
  SECRETARIAT: 'Secretariat',
  FINANCE: 'Finance',
  NCCP: 'Cancer control programme (NCCP)',
  DHS: 'Hospital services (DHS)',
  DFA: 'Finance and accounts (DFA)',
  PERMSEC: 'Permanent Secretary',
  SUPPORT: 'Support',
  SUPER_ADMIN: 'Super administrator',
  AUDITOR: 'Auditor',
  ANALYST: 'Analyst',
} as const

const names: Readonly<Record<string, string>> = ROLE_NAMES

/** What people call a role; one that came later is called by its own words: `Tumour board` of `TUMOUR_BOARD`. */
export const roleName = (role: string): string => (Object.hasOwn(names, role) ? names[role] : undefined) ?? plain(role)

const plain = (role: string) => role.slice(0, 1).toUpperCase() + role.slice(1).toLowerCase().replaceAll('_', ' ')
