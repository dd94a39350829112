import { type Refusal, refuse } from '#domain/kernel/decider.ts'
import { chainStepsIn, type Granter, type RoleFacts } from '#domain/people/role/granting.ts'

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

/**
 * A role is given, and taken away, by those who hold one of its parents, its permissions included (domain.md, Roles;
 * spec, open-questions Q023). Who its parents are is said by those alone who hold all that it lets people do.
 */
function onlyAssignable({ held, chosen, facts, granter }: RolesChange) {
  if (granter.kind === 'system' || granter.isSuperAdmin) return undefined
  const barred = changedRoles(held, chosen, facts).find(
    ({ parentRoleIds }) => !parentRoleIds.some((id) => granter.roleIds.includes(id)),
  )
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
