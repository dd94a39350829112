import { type Refusal, refuse } from '#domain/kernel/decider.ts'
import { chainStepsIn, type Granter, mayGive, type RoleFacts, SUPER_ADMIN } from '#domain/people/role/granting.ts'

export type RolesRefusal =
  | 'user_roles_missing'
  | 'user_roles_own'
  | 'user_role_unknown'
  | 'user_role_not_assignable'
  | 'user_roles_two_chain_steps'
  | 'user_roles_mixed_reach'
  | 'user_coe_required'

/** A change of someone's roles. `facts` has every role that is held or chosen, as they are now. */
export type RolesChange = {
  readonly userId: string
  readonly by: string
  readonly coeId: string | undefined
  readonly held: readonly string[]
  readonly chosen: readonly string[]
  readonly facts: readonly RoleFacts[]
  readonly granter: Granter
}

type Rule = (change: RolesChange) => Refusal<RolesRefusal> | undefined

/** domain.md, Roles; the first that says no wins. */
const RULES: readonly Rule[] = [
  atLeastOne,
  notOnesOwn,
  onlyKnown,
  onlyAssignable,
  oneChainStep,
  oneReach,
  hospitalOfHospitalPeople,
]

/** What is wrong with a change of roles. */
export function checkRoles(change: RolesChange): Refusal<RolesRefusal> | undefined {
  for (const rule of RULES) {
    const wrong = rule(change)
    if (wrong) return wrong
  }
  return undefined
}

function atLeastOne({ chosen }: RolesChange) {
  return chosen.length === 0 ? refuse<RolesRefusal>('user_roles_missing') : undefined
}

function notOnesOwn({ by, userId, granter }: RolesChange) {
  return granter.kind === 'person' && by === userId ? refuse<RolesRefusal>('user_roles_own') : undefined
}

function onlyKnown({ held, chosen, facts }: RolesChange) {
  const unknown = [...held, ...chosen].find((id) => !facts.some(({ roleId }) => roleId === id))
  return unknown === undefined ? undefined : refuse<RolesRefusal>('user_role_unknown', { roleId: unknown })
}

/** Who a role's parents are is said by those alone who hold all that it lets people do. */
function onlyAssignable({ held, chosen, facts, granter }: RolesChange) {
  const barred = barredFrom(granter, changedRoles(held, chosen, facts))
  return barred && refuse<RolesRefusal>('user_role_not_assignable', { role: barred.role })
}

/** Roles that together hold two steps of the payment chain cannot be one person's. */
function oneChainStep(change: RolesChange) {
  const steps = chainStepsIn(chosenFacts(change).flatMap(({ permissions }) => permissions))
  return steps.length > 1 ? refuse<RolesRefusal>('user_roles_two_chain_steps', { steps }) : undefined
}

/** A hospital's role beside one that sees everything would see everything with the hospital's permissions. */
function oneReach(change: RolesChange) {
  const reaches = new Set(chosenFacts(change).map(({ reach }) => reach))
  return reaches.has('hospital') && reaches.has('all') ? refuse<RolesRefusal>('user_roles_mixed_reach') : undefined
}

function hospitalOfHospitalPeople(change: RolesChange) {
  const needsOne = chosenFacts(change).some(({ reach }) => reach === 'hospital')
  return needsOne && change.coeId === undefined ? refuse<RolesRefusal>('user_coe_required') : undefined
}

export type HospitalRefusal = 'user_role_unknown' | 'user_hospital_of_fund' | 'user_hospital_of_patient'

/** Who may be given a hospital: nobody who works for the fund as a whole, or is a patient (domain.md, Roles). */
export function checkHospital(
  held: readonly string[],
  facts: readonly RoleFacts[],
): Refusal<HospitalRefusal> | undefined {
  const unknown = held.find((id) => !facts.some(({ roleId }) => roleId === id))
  if (unknown !== undefined) return refuse('user_role_unknown', { roleId: unknown })
  const own = facts.filter(({ roleId }) => held.includes(roleId))
  if (own.some(({ role }) => role === PATIENT)) return refuse('user_hospital_of_patient')
  return own.some(({ reach }) => reach === 'all') ? refuse('user_hospital_of_fund') : undefined
}

/** The role of those who apply for funding: it is theirs by enrolment alone. */
export const PATIENT = 'PATIENT'

export type StaffRefusal = 'user_status_own' | 'user_status_super_admin' | 'user_role_not_assignable'
type StaffChange = Pick<RolesChange, 'userId' | 'by' | 'facts' | 'granter'>

/** Who changes somebody's details or status: whoever may give each role that they hold (`facts`), and nobody their own. */
export function checkStaffChange({ userId, by, facts, granter }: StaffChange): Refusal<StaffRefusal> | undefined {
  if (by === userId) return refuse('user_status_own')
  const barred = barredFrom(granter, facts)
  return barred && refuse('user_role_not_assignable', { role: barred.role })
}

/** A super admin loses the role before the account is closed, so that somebody always administers (docs/decisions/0070). */
export const checkClosing = (held: readonly RoleFacts[]): Refusal<StaffRefusal> | undefined =>
  held.some(({ role }) => role === SUPER_ADMIN) ? refuse('user_status_super_admin') : undefined

/** The first of some roles that somebody may neither give nor take away. */
function barredFrom(granter: Granter, roles: readonly RoleFacts[]): RoleFacts | undefined {
  return granter.kind === 'system' ? undefined : roles.find((role) => !mayGive(granter, role))
}

/** The roles that are given or taken away. */
export function changedRoles(
  held: readonly string[],
  chosen: readonly string[],
  facts: readonly RoleFacts[],
): readonly RoleFacts[] {
  return facts.filter(({ roleId }) => held.includes(roleId) !== chosen.includes(roleId))
}

function chosenFacts({ chosen, facts }: RolesChange): readonly RoleFacts[] {
  return facts.filter(({ roleId }) => chosen.includes(roleId))
}
