import { deriveId } from '#commands/ids.ts'
import { PILOT_HOSPITALS } from '#domain/catalogue/reference/hospitals.ts'
import type { Reach } from '#domain/people/role/events.ts'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'

/** Of every demo sign-in. Production refuses to start while they exist. */
export const DEMO_PASSWORD = 'Demo-pass-2026'

/** Somebody to sign in as. `coeCode` is the pilot hospital of hospital people and patients. */
export type DemoPerson = {
  readonly userId: string
  readonly email: string
  readonly role: string
  readonly reach: Reach
  readonly firstName: string
  readonly lastName: string
  readonly gender: 'Male' | 'Female'
  readonly phoneNumber: string
  readonly dateOfBirth: string
  readonly profession: string | undefined
  readonly coeCode: string | undefined
}

/** First and second person of each role; F and M are the genders of the names, in the spec's words Female and Male. */
const NAMES: Readonly<Record<string, string>> = {
  PATIENT: 'F Ngozi Okonkwo | M Yakubu Danladi',
  SOCIAL_WORKER: 'F Hauwa Bello | M Emeka Nwosu',
  COE_STAFF: 'M Sani Abubakar | F Folake Adeyemi',
  DOCTOR: 'F Aisha Mohammed | M Tunde Bakare',
  MDT: 'M Ibrahim Garba | F Chiamaka Eze',
  PHARMACIST: 'F Zainab Lawal | M Obinna Uche',
  COE_ADMIN: 'M Ahmed Tukur | F Yetunde Ogunleye',
  FUND_ADMIN: 'F Amina Yusuf | M Chukwudi Okafor',
  COMMITTEE: 'M Bashir Aliyu | F Ifeoma Nnadi',
  SECRETARIAT: 'F Rahila Dogo | M Segun Afolabi',
  FINANCE: 'M Kabiru Musa | F Adaeze Obi',
  NCCP: 'F Halima Sule | M Femi Adebayo',
  DHS: 'M Usman Shehu | F Ebele Anyanwu',
  DFA: 'F Maryam Idris | M Babatunde Ojo',
  PERMSEC: 'M Suleiman Baba | F Nkechi Umeh',
  HELP_DESK: 'F Ladi Haruna | M Kelechi Iwu',
  SUPPORT: 'M Dauda Ismaila | F Bukola Salami',
  SUPER_ADMIN: 'F Fatima Kolo | M Wale Akindele',
  AUDITOR: 'M Nuhu Pam | F Oluchi Madu',
  ANALYST: 'F Asabe Gyang | M Deji Fashola',
}

/** What those who treat and bill are, in words that their patients know. */
export const PROFESSIONS: Readonly<Record<string, string>> = {
  SOCIAL_WORKER: 'Medical social worker',
  COE_STAFF: 'Oncology nurse',
  DOCTOR: 'Consultant oncologist',
  MDT: 'Consultant surgeon',
  PHARMACIST: 'Pharmacist',
  COE_ADMIN: 'Chief medical director',
}

/** Two people for every role: `coe-admin@chf.example` at the first pilot hospital, `coe-admin-2@chf.example` at the second. */
export const DEMO_PEOPLE: readonly DemoPerson[] = STARTING_ROLES.flatMap(({ role, reach }, index) =>
  (NAMES[role] ?? '').split(' | ').map((text, second): DemoPerson => {
    const [gender, firstName = '', lastName = ''] = text.split(' ')
    const email = `${role.toLowerCase().replaceAll('_', '-')}${second === 0 ? '' : '-2'}@chf.example`
    const number = 2 * index + second
    return {
      userId: deriveId('demo', 'user', email),
      email,
      role,
      reach,
      firstName,
      lastName,
      gender: gender === 'F' ? 'Female' : 'Male',
      phoneNumber: `0803550${String(1001 + number)}`,
      dateOfBirth: `${1966 + (number % 28)}-${String(1 + (number % 12)).padStart(2, '0')}-${String(3 + (number % 24)).padStart(2, '0')}`,
      profession: PROFESSIONS[role],
      coeCode: reach === 'all' ? undefined : PILOT_HOSPITALS[second]?.code,
    }
  }),
)
