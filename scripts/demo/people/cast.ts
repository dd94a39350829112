import { deriveId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import type { ChainStep } from '#domain/money/transaction/chain.ts'
import { PILOT_HOSPITALS, type PilotHospital } from '#domain/catalogue/reference/hospitals.ts'
import { DEMO_PEOPLE, PROFESSIONS } from './demo-people.ts'
import { type Installation, installed, installing } from '#scripts/demo/installation.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { createChance } from '#scripts/demo/story/chance.ts'
import { nameNear } from './names.ts'
import type { Actor } from '#scripts/demo/story/world.ts'

/** Who works at a hospital of the story. */
export type Staff = {
  readonly coeId: string
  readonly hospital: PilotHospital
  readonly clerks: readonly Actor[]
  readonly doctors: readonly Actor[]
  readonly pharmacists: readonly Actor[]
  /** Who head it: they approve its invoices and resolve its disputes. */
  readonly cmds: readonly Actor[]
}

/** Everyone who acts. Each step of the payment chain has people of its own: four eyes. */
export type Cast = {
  readonly fundAdmins: readonly Actor[]
  readonly payers: Readonly<Record<ChainStep, readonly Actor[]>>
  readonly staff: readonly Staff[]
  /** Who disputes bills. */
  readonly secretariat: readonly Actor[]
}

const STAFF_ROLES = ['COE_STAFF', 'DOCTOR', 'PHARMACIST', 'COE_ADMIN'] as const
type StaffRole = (typeof STAFF_ROLES)[number]

/** Hospitals without demo people have staff of their own, who have no password: they work, nobody signs in as them. */
const OTHER_HOSPITALS = PILOT_HOSPITALS.filter(({ code }) => !DEMO_PEOPLE.some(({ coeCode }) => coeCode === code))

const emailOf = (role: StaffRole, code: string): string =>
  `${role.toLowerCase().replaceAll('_', '-')}.${code.toLowerCase()}@chf.example`

/** The demo people, and the staff of the hospitals that have none of them. */
export function demoCast(): Cast {
  const ministry = (role: string): readonly Actor[] =>
    DEMO_PEOPLE.filter((person) => person.role === role).map(({ userId }) => ({ userId, role }))
  const at = ({ code }: PilotHospital, role: StaffRole): readonly Actor[] => {
    const coeId = pilotCoeId(code)
    const people = DEMO_PEOPLE.filter((person) => person.role === role && person.coeCode === code)
    if (people.length > 0) return people.map(({ userId }) => ({ userId, role, coeId }))
    return [{ userId: staffId(emailOf(role, code)), role, coeId }]
  }
  return {
    fundAdmins: ministry('FUND_ADMIN'),
    secretariat: ministry('SECRETARIAT'),
    payers: {
      initiate: ministry('FINANCE'),
      recommend: ministry('NCCP'),
      approve: ministry('DHS'),
      dfa: ministry('DFA'),
      permsec: ministry('PERMSEC'),
    },
    staff: PILOT_HOSPITALS.map((hospital) => ({
      coeId: pilotCoeId(hospital.code),
      hospital,
      clerks: at(hospital, 'COE_STAFF'),
      doctors: at(hospital, 'DOCTOR'),
      pharmacists: at(hospital, 'PHARMACIST'),
      cmds: at(hospital, 'COE_ADMIN'),
    })),
  }
}

/** Registers the staff of the hospitals without demo people; run again it adds nothing. */
export async function registerStaff(installation: Installation & { readonly emailSecret: string }): Promise<void> {
  for (const [index, { code }] of OTHER_HOSPITALS.entries()) {
    for (const [place, role] of STAFF_ROLES.entries()) {
      const chance = createChance('staff', code, role)
      const gender = chance.pick(['Female', 'Male'] as const)
      const email = emailOf(role, code)
      const userId = staffId(email)
      const data = {
        userId,
        email,
        ...nameNear(chance, code, gender),
        gender,
        phoneNumber: `0805550${1001 + STAFF_ROLES.length * index + place}`,
        dateOfBirth: `${chance.between(1968, 1996)}-0${chance.between(1, 9)}-${chance.between(10, 28)}`,
        emailVerified: true,
        profession: PROFESSIONS[role],
        coeId: pilotCoeId(code),
        roles: [roleIdOf(role)],
        granter: 'system' as const,
      }
      installed(
        await registerUser(installation, installing(installation, 'RegisterUser', userId, data)),
        'user_already_registered',
      )
    }
  }
}

const staffId = (email: string): string => deriveId('demo', 'user', email)
