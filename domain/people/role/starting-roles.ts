import { aboutPermission, type Permission, PERMISSIONS, type StartingRoleName } from '#domain/kernel/permissions.ts'
import type { Reach } from './events.ts'

/** A role of a new installation. `parents` are the roles whose holders may give it to people, beside SUPER_ADMIN. */
export type StartingRole = {
  readonly role: StartingRoleName
  readonly description: string
  readonly reach: Reach
  readonly permissions: readonly Permission[]
  readonly parents: readonly StartingRoleName[]
}

const roles: readonly Omit<StartingRole, 'permissions'>[] = [
  role('PATIENT', 'self', 'Applies for funding and is treated with it'),
  role('SOCIAL_WORKER', 'hospital', 'Assesses a patient and their means', 'COE_ADMIN'),
  role('COE_STAFF', 'hospital', 'Receives, bills and refers patients', 'COE_ADMIN'),
  role('DOCTOR', 'hospital', 'Plans the care, prescribes and bills', 'COE_ADMIN'),
  role('MDT', 'hospital', 'Recommends an amount as the multidisciplinary team', 'COE_ADMIN'),
  role('PHARMACIST', 'hospital', 'Dispenses and bills drugs', 'COE_ADMIN'),
  role('COE_ADMIN', 'hospital', 'Heads the hospital (CMD)'),
  role('FUND_ADMIN', 'all', 'Feeds the pool, allocates it and decides on applications'),
  role('COMMITTEE', 'all', 'Recommends on applications'),
  role('SECRETARIAT', 'all', 'Runs the fund from day to day'),
  role('FINANCE', 'all', 'Initiates payments'),
  role('NCCP', 'all', 'Recommends payments (cancer control programme)'),
  role('DHS', 'all', 'Approves payments (hospital services)'),
  role('DFA', 'all', 'Approves payments (finance and accounts)'),
  role('PERMSEC', 'all', 'Approves payments last (Permanent Secretary)'),
  role('HELP_DESK', 'hospital', 'Helps patients of a hospital', 'COE_ADMIN'),
  role('SUPPORT', 'all', 'Helps people to use the portal'),
  role('SUPER_ADMIN', 'all', 'Administers the portal; moves no money and takes no step of the payment chain'),
  role('AUDITOR', 'all', 'Reads every report, ledger and log; writes nothing'),
  role('ANALYST', 'all', 'Reads reports and exports, personal data masked'),
]

/**
 * The roles every installation starts with (domain.md, Roles); the specs give no mapping (spec, open-questions Q022).
 * What each may do stands with the permissions: what its screens and calls ask for (screens.tsv, endpoints.tsv), no more.
 * The CMD does all that those under them do, but what the multidisciplinary team decides.
 */
export const STARTING_ROLES: readonly StartingRole[] = roles.map((starting) => {
  const giving = roles.filter((under) => under.role !== 'MDT' && under.parents.includes(starting.role))
  const names = [starting, ...giving].map(({ role: name }) => name)
  const held = PERMISSIONS.filter((permission) =>
    aboutPermission(permission).roles.some((name) => names.includes(name)),
  )
  return { ...starting, permissions: held }
})

const NAMES: ReadonlySet<string> = new Set(roles.map(({ role: name }) => name))

/** Whether the portal begins with it: it stays, as the portal itself gives it or asks for it by its name. */
export const isStartingRole = (name: string): boolean => NAMES.has(name)

function role(
  name: StartingRoleName,
  reach: Reach,
  description: string,
  ...parents: readonly StartingRoleName[]
): Omit<StartingRole, 'permissions'> {
  return { role: name, description, reach, parents }
}
