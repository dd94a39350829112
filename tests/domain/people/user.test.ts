import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Granter, PersonWhoGrants, RoleFacts } from '#domain/people/role/granting.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import { checkClosing, checkStaffChange } from '#domain/people/user/rules.ts'
import { isRegistered, type Registration, type RoleChoice, user, type UserCommand } from '#domain/people/user/user.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const userId = 'person-1'
const admin = 'admin-1'
const stamp = { userId, by: admin, at: AT }
const fact = (
  roleId: string,
  permissions: readonly Permission[],
  over: Partial<Omit<RoleFacts, 'roleId' | 'permissions'>> = {},
): RoleFacts => ({
  ...{ roleId, role: roleId.toUpperCase(), reach: 'all', permissions, parentRoleIds: [], isCounted: false },
  ...over,
})
const facts = [
  fact('analyst', ['VIEW_CHF_REPORT']),
  fact('finance', ['INITIATE_PAYMENT', 'VIEW_COE']),
  fact('dfa', ['DFA_APPROVAL']),
  fact('doctor', ['BILL_SERVICES'], { reach: 'hospital', parentRoleIds: ['cmd'] }),
  fact('cmd', ['BILL_SERVICES'], { reach: 'hospital' }),
  fact('clerk', [], { isCounted: true }),
]
const system: Granter = { kind: 'system' }
const superAdmin: PersonWhoGrants = { kind: 'person', roleIds: ['super'], permissions: [], isSuperAdmin: true }
const cmd: PersonWhoGrants = { kind: 'person', roleIds: ['cmd'], permissions: ['BILL_SERVICES'], isSuperAdmin: false }
const choice = (roles: readonly string[], granter: Granter = system): RoleChoice => ({ roles, facts, granter })

const registration: Registration = {
  email: 'Ada.Okafor@example.org',
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'Okafor',
  phoneNumber: '08031234567',
  dateOfBirth: '1984-05-02',
  gender: 'Female',
}
const register = (roles = ['analyst'], over: Partial<Registration> & { granter?: Granter } = {}) => {
  const { granter, ...changed } = over
  return command('RegisterUser', { userId, ...registration, ...changed, ...choice(roles, granter) }, { by: admin })
}
const registered = (roles = ['analyst'], over: Partial<Registration> = {}): UserEvent => ({
  type: 'UserRegistered',
  data: { ...registration, ...over, roles, ...stamp },
})
const assign = (roles: readonly string[], granter: PersonWhoGrants = superAdmin, by = admin) =>
  command('AssignRoles', { userId, ...choice(roles), granter }, { by })
const only = (type: 'DeactivateUser' | 'ActivateUser' | 'MarkUserDeceased' | 'AbandonRegistration') =>
  command(type, { userId }, { by: admin })

test('a person is registered once', () => {
  given(user).when(register()).then(registered())
  given(user, registered()).when(register()).thenNothing()
  given(user, registered())
    .when(register(['analyst'], { firstName: 'Bola' }))
    .thenRefused('user_already_registered')
})

test('an abandoned registration never comes back, a finished one is never abandoned', () => {
  const abandoned: UserEvent = { type: 'UserRegistrationAbandoned', data: stamp }
  given(user).when(only('AbandonRegistration')).then(abandoned)
  given(user, abandoned).when(only('AbandonRegistration')).thenNothing()
  given(user, abandoned).when(register()).thenRefused('user_registration_abandoned')
  given(user, registered()).when(only('AbandonRegistration')).thenRefused('user_already_registered')
})

test('new staff are registered with the link by which they choose a password, in one go', () => {
  const { data, ...rest } = register()
  const invited: UserEvent = { type: 'UserCodeAsked', data: { codeId: 'link-1', purpose: 'invitation', ...stamp } }
  given(user)
    .when({ ...rest, data: { ...data, invitation: 'link-1' } })
    .then(registered(), invited)
})

test('whoever works for a hospital is given another; not who works for the fund, or is a patient', () => {
  const move = (coeId: string, known = facts) =>
    command('ChangeUserHospital', { userId, coeId, facts: known }, { by: admin })
  const moved: UserEvent = { type: 'UserHospitalChanged', data: { coeId: 'coe-2', ...stamp } }
  const doctor = registered(['doctor'], { coeId: 'coe-1' })
  given(user, doctor).when(move('coe-2')).then(moved)
  given(user, doctor, moved).when(move('coe-2')).thenNothing()
  given(user, registered()).when(move('coe-2')).thenRefused('user_hospital_of_fund')
  given(user, doctor).when(move('coe-2', [])).thenRefused('user_role_unknown')
  const patient = fact('doctor', [], { role: 'PATIENT', reach: 'self' })
  given(user, doctor)
    .when(move('coe-2', [patient]))
    .thenRefused('user_hospital_of_patient')
})

test('who changes staff: whoever may give each of their roles, and nobody themselves', () => {
  const doctor = facts.filter(({ roleId }) => roleId === 'doctor')
  const head = facts.filter(({ roleId }) => roleId === 'cmd')
  const change = (held: readonly RoleFacts[], granter: Granter, by = admin) =>
    checkStaffChange({ userId, by, facts: held, granter })
  expect(change(doctor, cmd)).toBeUndefined()
  expect(change(head, superAdmin)).toBeUndefined()
  expect(change(head, cmd)).toMatchObject({ refused: 'user_role_not_assignable' })
  expect(change(doctor, superAdmin, userId)).toMatchObject({ refused: 'user_status_own' })
  expect(checkClosing([fact('super', [], { role: 'SUPER_ADMIN' })])).toMatchObject({
    refused: 'user_status_super_admin',
  })
  expect(checkClosing(doctor)).toBeUndefined()
})

test('a profile changes', () => {
  const profile = { firstName: 'Ada', lastName: 'Bello', phoneNumber: '08031234567' }
  given(user, registered())
    .when(command('ChangeUserProfile', { userId, ...profile }, { by: admin }))
    .then({ type: 'UserProfileChanged', data: { ...profile, ...stamp } })
  given(user)
    .when(command('ChangeUserProfile', { userId, ...profile }))
    .thenRefused('user_unknown')
})

test('a profile that was changed since it was read is not changed unseen; the same again is done', () => {
  const profile = { firstName: 'Ada', lastName: 'Bello', phoneNumber: '08031234567' }
  const changed: UserEvent = { type: 'UserProfileChanged', data: { ...profile, ...stamp } }
  const change = (lastName: string, revision?: number) =>
    command('ChangeUserProfile', { userId, ...profile, lastName, revision })
  given(user, registered(), changed).when(change('Cole', 0)).thenRefused('user_profile_changed')
  given(user, registered(), changed).when(change('Bello', 0)).thenNothing()
  for (const revision of [1, undefined])
    given(user, registered(), changed)
      .when(change('Cole', revision))
      .then({ type: 'UserProfileChanged', data: { ...profile, lastName: 'Cole', ...stamp, by: change('').by } })
})

test('roles are assigned, all at once and at least one', () => {
  given(user, registered())
    .when(assign(['finance', 'analyst']))
    .then({ type: 'UserRolesAssigned', data: { roles: ['finance', 'analyst'], ...stamp } })
  given(user, registered())
    .when(assign(['analyst']))
    .thenNothing()
  given(user, registered()).when(assign([])).thenRefused('user_roles_missing')
  given(user, registered())
    .when(assign(['ghost']))
    .thenRefused('user_role_unknown')
})

test('roles that are counted are asked for first, and are theirs or not when these have been told', () => {
  const ask = assign(['analyst', 'clerk'])
  const asked: UserEvent = {
    type: 'UserRolesAsked',
    data: { roles: ['analyst', 'clerk'], request: ask.id, ...stamp },
  }
  given(user, registered()).when(ask).then(asked)
  given(user, registered(), asked)
    .when(assign(['finance']))
    .thenRefused('user_roles_pending')
  const conclude = (refused?: string, request = ask.id) =>
    command('ConcludeRoles', { userId, request, refused }, { by: admin })
  const assigned: UserEvent = { type: 'UserRolesAssigned', data: { roles: ['analyst', 'clerk'], ...stamp } }
  const refused: UserEvent = { type: 'UserRolesRefused', data: { request: ask.id, roleId: 'clerk', ...stamp } }
  given(user, registered(), asked).when(conclude()).then(assigned)
  given(user, registered(), asked).when(conclude('clerk')).then(refused)
  given(user, registered(), asked, refused).when(conclude()).thenNothing()
  given(user, registered(), asked).when(conclude(undefined, 'another')).thenNothing()
  given(user, registered(), asked, assigned)
    .when(assign(['finance', 'clerk']))
    .then({ type: 'UserRolesAssigned', data: { roles: ['finance', 'clerk'], ...stamp } })
})

test('roles that were changed since they were read are not changed unseen', () => {
  const given1: UserEvent = { type: 'UserRolesAssigned', data: { roles: ['finance'], ...stamp } }
  const edit = (revision: number) => {
    const { data, ...rest } = assign(['finance', 'analyst'])
    return { ...rest, data: { ...data, revision } }
  }
  given(user, registered(), given1).when(edit(0)).thenRefused('user_roles_changed')
  given(user, registered(), given1)
    .when(edit(1))
    .then({ type: 'UserRolesAssigned', data: { roles: ['finance', 'analyst'], ...stamp } })
})

test("roles that together hold two steps of the payment chain are not one person's", () => {
  given(user, registered())
    .when(assign(['finance', 'dfa']))
    .thenRefused('user_roles_two_chain_steps', { steps: ['INITIATE_PAYMENT', 'DFA_APPROVAL'] })
  given(user)
    .when(register(['finance', 'dfa']))
    .thenRefused('user_roles_two_chain_steps')
})

test('nobody changes their own roles, super admins included', () => {
  given(user, registered())
    .when(assign(['finance'], superAdmin, userId))
    .thenRefused('user_roles_own')
})

test('whoever holds a parent of a role gives it, also with permissions that they lack', () => {
  const poorCmd: PersonWhoGrants = { ...cmd, permissions: [] }
  given(user, registered(['cmd'], { coeId: 'coe-1' }))
    .when(assign(['cmd', 'doctor'], poorCmd))
    .then({ type: 'UserRolesAssigned', data: { roles: ['cmd', 'doctor'], ...stamp } })
})

test('a role is given, and taken away, by the holders of one of its parents', () => {
  const allKnowing: Granter = { ...cmd, permissions: ['VIEW_CHF_REPORT', 'BILL_SERVICES'] }
  given(user, registered(['doctor'], { coeId: 'coe-1' }))
    .when(assign(['analyst'], allKnowing))
    .thenRefused('user_role_not_assignable', { role: 'ANALYST' })
  given(user, registered(['analyst', 'doctor'], { coeId: 'coe-1' }))
    .when(assign(['doctor'], allKnowing))
    .thenRefused('user_role_not_assignable', { role: 'ANALYST' })
})

test("a hospital's role needs a hospital, and does not go with one that sees everything", () => {
  given(user)
    .when(register(['doctor']))
    .thenRefused('user_coe_required')
  given(user)
    .when(register(['doctor'], { coeId: 'coe-1' }))
    .then(registered(['doctor'], { coeId: 'coe-1' }))
  given(user, registered(['doctor'], { coeId: 'coe-1' }))
    .when(assign(['doctor', 'analyst']))
    .thenRefused('user_roles_mixed_reach')
})

test('a person is deactivated and activated, and after death neither', () => {
  const deactivated: UserEvent = { type: 'UserDeactivated', data: stamp }
  const deceased: UserEvent = { type: 'UserMarkedDeceased', data: stamp }
  given(user, registered()).when(only('DeactivateUser')).then(deactivated)
  given(user, registered(), deactivated).when(only('DeactivateUser')).thenNothing()
  given(user, registered(), deactivated).when(only('ActivateUser')).then({ type: 'UserActivated', data: stamp })
  given(user, registered()).when(only('MarkUserDeceased')).then(deceased)
  given(user, registered(), deceased).when(only('MarkUserDeceased')).thenNothing()
  given(user, registered(), deceased).when(only('ActivateUser')).thenRefused('user_deceased')
  given(user, registered(), deceased).when(only('DeactivateUser')).thenRefused('user_deceased')
})

const erase = (mayHold: readonly string[] = ['analyst']) =>
  command('EraseUser', { userId, reason: 'Request 12', mayHold }, { by: admin })
const erased: UserEvent = { type: 'UserErased', data: { ...stamp, reason: 'Request 12' } }

test('a person is erased, once, and nothing is recorded of them after it', () => {
  given(user, registered()).when(erase()).then(erased)
  given(user, registered(), erased).when(erase()).thenNothing()
  given(user).when(erase()).thenRefused('user_unknown')
  for (const after of [register(), assign(['analyst']), only('ActivateUser'), only('MarkUserDeceased')])
    given(user, registered(), erased).when(after).thenRefused('user_erased')
  // Their e-mail is free: whoever claims it next finds a registration that will never come back.
  given(user, registered(), erased).when(only('AbandonRegistration')).thenNothing()
})

test('who ever held another role than those that may be erased is not, whatever they hold now', () => {
  const assigned = (held: string[]): UserEvent => ({ type: 'UserRolesAssigned', data: { roles: held, ...stamp } })
  given(user, registered(['finance']))
    .when(erase())
    .thenRefused('user_is_staff')
  given(user, registered(['analyst']), assigned(['finance']), assigned(['analyst']))
    .when(erase())
    .thenRefused('user_is_staff')
})

/** Under a request that is known, so that it may be concluded; another choice is another request. */
const requestOf = (chosen: readonly string[]): string => chosen.join('+')
const ask = (chosen: readonly string[]): UserCommand => ({ ...assign(chosen), id: requestOf(chosen) })
const chosen = fc.subarray(['analyst', 'clerk'], { minLength: 1 })
const roles = fc.subarray(facts.map(({ roleId }) => roleId))
const granter = fc.constantFrom(superAdmin, cmd)
const coeId = fc.constantFrom('coe-1', undefined)
test('a mail to somebody who is there is tried again, once for as many tries, and to nobody else', () => {
  const retry = (tries: number) => command('RetryMail', { userId, mailId: 'mail-1', tries })
  const retried = (tries: number) =>
    ({ type: 'UserMailRetried', data: { userId, mailId: 'mail-1', tries, by: retry(1).by, at: AT } }) as const
  given(user, registered()).when(retry(10)).then(retried(10))
  given(user, registered(), retried(10)).when(retry(10)).thenNothing()
  given(user, registered(), retried(10)).when(retry(11)).then(retried(11))
  given(user).when(retry(10)).thenRefused('user_unknown')
})

const anyCommand: fc.Arbitrary<UserCommand> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.constantFrom('a', 'b'),
        fc.constantFrom('verification' as const, 'recovery' as const, 'staff' as const, 'either' as const),
      )
      .map(([codeId, purpose]) => command('AskCode', { userId, codeId, purpose })),
  },
  { weight: 5, arbitrary: fc.constantFrom('a', 'b').map((codeId) => command('VerifyEmail', { userId, codeId })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', 'b', undefined), fc.constantFrom('one', 'two'))
      .map(([codeId, changeId]) => command('ChangePassword', { userId, changeId, codeId })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('one', 'two', 'three'), fc.constantFrom('APPLY_FUND', 'MANAGE_ROLE'))
      .map(([visitId, held]) => command('SeeAsUser', { userId, visitId, reason: 'A lost bill', permissions: [held] })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(roles, coeId, fc.boolean())
      .map(([chosen, coe, emailVerified]) => register(chosen, { coeId: coe, emailVerified })),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(roles, granter, fc.constantFrom(admin, userId))
      .map(([chosen, by, who]) => assign(chosen, by, who)),
  },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('coe-1', 'coe-2')
      .map((coe) => command('ChangeUserHospital', { userId, coeId: coe, facts }, { by: admin })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('a', 'b').map((codeId) => command('UseCode', { userId, codeId, staffId: 'staff-1' })),
  },
  { weight: 1, arbitrary: fc.constant(0).map(() => command('ConfirmEmail', { userId })) },
  { weight: 2, arbitrary: fc.constantFrom('DeactivateUser' as const, 'ActivateUser' as const).map(only) },
  { weight: 1, arbitrary: fc.constantFrom('MarkUserDeceased' as const, 'AbandonRegistration' as const).map(only) },
  { weight: 1, arbitrary: fc.constantFrom([], ['analyst', 'doctor']).map(erase) },
  { weight: 3, arbitrary: chosen.map(ask) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(chosen.map(requestOf), fc.constantFrom('clerk', undefined))
      .map(([request, refused]) => command('ConcludeRoles', { userId, request, refused }, { by: admin })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('mail-1', 'mail-2'), fc.integer({ min: 1, max: 20 }))
      .map(([mailId, tries]) => command('RetryMail', { userId, mailId, tries })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('Ada', 'Bola')
      .map((firstName) => command('ChangeUserProfile', { userId, ...registration, firstName })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a', 'b').map((enrolmentId) => command('TellEnrolledAgain', { userId, enrolmentId })),
  },
)
describeDeciderProperties(user, anyCommand, (state, history) => {
  expect(history.filter(({ type }) => type === 'UserRegistered').length).toBeLessThanOrEqual(1)
  const end = history.findIndex(({ type }) => type === 'UserErased')
  expect([-1, history.length - 1]).toContain(end)
  if (!isRegistered(state)) return
  const held = facts.filter(({ roleId }) => state.roles.includes(roleId))
  expect(held.filter(({ roleId }) => ['finance', 'dfa'].includes(roleId)).length).toBeLessThanOrEqual(1)
  if (held.some(({ reach }) => reach === 'hospital')) {
    expect(['coe-1', 'coe-2']).toContain(state.coeId)
    expect(held.every(({ reach }) => reach === 'hospital')).toBe(true)
  }
})

// Free to whoever holds the key: names, a first set of roles, and what a role lets its holders do on the day, which
// stands in the streams of roles.
describeFollows(
  user,
  runsOf(anyCommand),
  {
    'an event of somebody else': inAnotherStream,
    'another person’s data': changed(() => ({ userId: 'person-2' })),
    'no role at all': changed(({ data }) => ('roles' in data ? { roles: [] } : undefined)),
    'a role twice': changed(({ data }) => ('roles' in data ? { roles: [...data.roles, ...data.roles] } : undefined)),
    'roles that somebody gives themselves': (history, at) => {
      const line = history[at]
      if (line?.event.type !== 'UserRolesAssigned') return undefined
      const event = { ...line.event, data: { ...line.event.data, by: userId } }
      return [...history.slice(0, at), { event, written: { ...line.written, actor: userId } }]
    },
    'anything before they are registered': (history, at) =>
      at === 0 && history.length > 1 ? history.slice(1) : undefined,
  },
  userId,
)
