import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aboutPermission, type Permission, PERMISSIONS } from '#domain/kernel/permissions.ts'
import type { RoleEvent } from '#domain/people/role/events.ts'
import { chainStepsIn, effectivePermissions, type Granter } from '#domain/people/role/granting.ts'
import { role, type RoleCommand } from '#domain/people/role/role.ts'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const roleId = 'role-1'
const stamp = { roleId, by: 'user-1', at: AT }
const system: Granter = { kind: 'system' }
const person = (over: Partial<Extract<Granter, { kind: 'person' }>> = {}): Granter => ({
  kind: 'person',
  roleIds: ['role-9'],
  permissions: [],
  isSuperAdmin: false,
  ...over,
})
const define = (name = 'CASHIER', description = 'Pays'): RoleCommand =>
  command('DefineRole', { roleId, role: name, description, reach: 'all' as const })
const defined = (name = 'CASHIER'): RoleEvent => ({
  type: 'RoleDefined',
  data: { role: name, description: 'Pays', reach: 'all', ...stamp },
})
const attach = (permission: Permission, granter: Granter = system): RoleCommand =>
  command('AttachPermission', { roleId, permission, granter })
const attached = (permission: Permission): RoleEvent => ({ type: 'PermissionAttached', data: { ...stamp, permission } })

test('a role is defined once, under an upper snake name', () => {
  given(role).when(define()).then(defined())
  given(role, defined()).when(define()).thenNothing()
  given(role, defined()).when(define('CASHIER', 'Other')).thenRefused('role_already_defined')
  given(role).when(define('Cash-ier')).thenRefused('role_name_not_upper_snake')
})

test('a permission is attached once and detached once', () => {
  given(role, defined()).when(attach('VIEW_COE')).then(attached('VIEW_COE'))
  given(role, defined(), attached('VIEW_COE')).when(attach('VIEW_COE')).thenNothing()
  const detach: RoleCommand = command('DetachPermission', { roleId, permission: 'VIEW_COE' as const, granter: system })
  given(role, defined(), attached('VIEW_COE'))
    .when(detach)
    .then({ type: 'PermissionDetached', data: { ...stamp, permission: 'VIEW_COE' } })
  given(role, defined()).when(detach).thenNothing()
  given(role).when(attach('VIEW_COE')).thenRefused('role_unknown')
})

test('nobody attaches a permission that they lack, but for a super admin', () => {
  given(role, defined()).when(attach('VIEW_COE', person())).thenRefused('role_permission_beyond_own')
  given(role, defined())
    .when(attach('VIEW_COE', person({ permissions: ['VIEW_COE'] })))
    .then(attached('VIEW_COE'))
  given(role, defined())
    .when(attach('VIEW_COE', person({ isSuperAdmin: true })))
    .then(attached('VIEW_COE'))
})

test('nobody changes a role that they hold, super admins included', () => {
  const holder = person({ roleIds: [roleId], isSuperAdmin: true })
  given(role, defined()).when(attach('VIEW_COE', holder)).thenRefused('role_is_own')
  given(role, defined(), attached('VIEW_COE'))
    .when(command('DetachPermission', { roleId, permission: 'VIEW_COE' as const, granter: holder }))
    .thenRefused('role_is_own')
  given(role, defined())
    .when(command('AttachParentRole', { roleId, parentRoleId: 'role-2', granter: holder }))
    .thenRefused('role_is_own')
})

const of = (type: 'TakeRole' | 'LeaveRole', userId: string, by = 'user-1') =>
  command(type, { roleId, userId, request: `for-${userId}` }, { by })
const remove = (free: readonly string[] = [], by: Granter = system): RoleCommand =>
  command('DeleteRole', { roleId, granter: by, free: free.map((userId) => `for-${userId}`) })
const holder = (type: 'RoleTaken' | 'RoleLeft', userId: string): RoleEvent => ({
  type,
  data: { ...stamp, userId, request: `for-${userId}` },
})
const deleted: RoleEvent = { type: 'RoleDeleted', data: stamp }

test('a role is deleted when nobody who took it holds it, and is nobody’s from then on', () => {
  given(role, defined()).when(remove()).then(deleted)
  given(role, defined(), deleted).when(remove()).thenNothing()
  given(role).when(remove()).thenRefused('role_unknown')
  given(role, defined(), holder('RoleTaken', 'ada')).when(remove()).thenRefused('role_is_held', { people: 1 })
  given(role, defined(), holder('RoleTaken', 'ada'), holder('RoleTaken', 'bola'))
    .when(remove(['ada']))
    .thenRefused('role_is_held', { people: 1 })
  given(role, defined(), holder('RoleTaken', 'ada'))
    .when(remove(['ada']))
    .then(deleted)
  given(role, defined(), deleted).when(of('TakeRole', 'ada')).thenRefused('role_unknown')
  given(role, defined(), deleted).when(attach('VIEW_COE')).thenRefused('role_unknown')
})

test('a name of a deleted role may be used again, and begins with nothing', () => {
  given(role, defined(), attached('VIEW_COE'), deleted).when(define()).then(defined())
  given(role, defined(), attached('VIEW_COE'), deleted, defined()).when(attach('VIEW_COE')).then(attached('VIEW_COE'))
})

test('a role that the portal begins with is not deleted', () => {
  given(role, defined('ANALYST')).when(remove()).thenRefused('role_is_starting')
})

test('whoever takes the role of those who must be there from another has not lost it themselves', () => {
  given(role, defined('SUPER_ADMIN'))
    .when(of('LeaveRole', 'bola', 'ada'))
    .then({ type: 'RoleLeft', data: { roleId, by: 'ada', at: AT, userId: 'bola', request: 'for-bola' } })
  given(role, defined('SUPER_ADMIN'), holder('RoleLeft', 'bola'))
    .when(of('LeaveRole', 'ada', 'bola'))
    .thenRefused('role_giver_left')
  given(role, defined('SUPER_ADMIN'), holder('RoleLeft', 'bola'), holder('RoleTaken', 'bola'))
    .when(of('LeaveRole', 'ada', 'bola'))
    .then({ type: 'RoleLeft', data: { roleId, by: 'bola', at: AT, userId: 'ada', request: 'for-ada' } })
})

test('the role of those who administer the portal keeps the permission to do so', () => {
  const detach = command('DetachPermission', { roleId, permission: 'MANAGE_ROLE', granter: system })
  given(role, defined('SUPER_ADMIN'), attached('MANAGE_ROLE')).when(detach).thenRefused('role_keeps_administration')
  given(role, defined(), attached('MANAGE_ROLE'))
    .when(detach)
    .then({ type: 'PermissionDetached', data: { ...stamp, permission: 'MANAGE_ROLE' } })
})

test('who does not hold all that a role may do takes nothing of it away, gives it no parent and does not delete it', () => {
  const detach = command('DetachPermission', { roleId, permission: 'VIEW_COE', granter: person() })
  given(role, defined(), attached('VIEW_COE')).when(detach).thenRefused('role_permission_beyond_own')
  const under = { roleId, parentRoleId: 'role-2' }
  const placed: RoleEvent = { type: 'ParentRoleAttached', data: { ...stamp, parentRoleId: 'role-2' } }
  for (const [type, ...before] of [['AttachParentRole'], ['DetachParentRole', placed]] as const) {
    given(role, defined(), attached('VIEW_COE'), ...before)
      .when(command(type, { ...under, granter: person() }))
      .thenRefused('role_beyond_own', { permission: 'VIEW_COE' })
  }
  given(role, defined(), attached('VIEW_COE')).when(remove([], person())).thenRefused('role_beyond_own')
})

test('a role is defined under its parent at once', () => {
  const under = { roleId, role: 'CASHIER', description: 'Pays', reach: 'all' as const, parentRoleId: 'role-2' }
  const placed: RoleEvent = { type: 'ParentRoleAttached', data: { ...stamp, parentRoleId: 'role-2' } }
  given(role).when(command('DefineRole', under)).then(defined(), placed)
  given(role, defined(), placed).when(command('DefineRole', under)).thenNothing()
  given(role, defined()).when(command('DefineRole', under)).thenRefused('role_already_defined')
})

test('no role holds two steps of the payment chain', () => {
  given(role, defined(), attached('INITIATE_PAYMENT'))
    .when(attach('PERMSEC_APPROVAL'))
    .thenRefused('role_two_chain_steps', { steps: ['INITIATE_PAYMENT', 'PERMSEC_APPROVAL'] })
})

test('a super admin takes no step of the payment chain, whoever attaches it', () => {
  for (const { permission } of PAYMENT_CHAIN.links)
    given(role, defined('SUPER_ADMIN')).when(attach(permission)).thenRefused('role_super_admin_takes_no_step')
})

test('a parent role is attached once and detached once', () => {
  const parent = { roleId, parentRoleId: 'role-2', granter: system }
  const event: RoleEvent = { type: 'ParentRoleAttached', data: { ...stamp, parentRoleId: 'role-2' } }
  given(role, defined()).when(command('AttachParentRole', parent)).then(event)
  given(role, defined(), event).when(command('AttachParentRole', parent)).thenNothing()
  given(role, defined(), event)
    .when(command('DetachParentRole', parent))
    .then({ type: 'ParentRoleDetached', data: { ...stamp, parentRoleId: 'role-2' } })
  given(role, defined()).when(command('DetachParentRole', parent)).thenNothing()
})

describe('what a person may do', () => {
  test('is the union of their roles', () => {
    const roles = [{ permissions: ['VIEW_COE'] }, { permissions: ['VIEW_COE', 'APPLY_FUND'] }] as const
    expect(effectivePermissions(roles)).toEqual(['APPLY_FUND', 'VIEW_COE'])
  })

  test('has no step of the payment chain when the roles together hold two', () => {
    const roles = [{ permissions: ['VIEW_COE', 'INITIATE_PAYMENT'] }, { permissions: ['DFA_APPROVAL'] }] as const
    expect(effectivePermissions(roles)).toEqual(['VIEW_COE'])
  })
})

describe('the starting roles', () => {
  const permissionsOf = (name: string) => {
    const found = STARTING_ROLES.find((candidate) => candidate.role === name)
    if (found === undefined) throw new Error(`No role ${name}`)
    return found.permissions
  }
  const reading = (permission: Permission) => permission.startsWith('VIEW_')

  test('are those of domain.md', () => {
    expect(STARTING_ROLES.map((starting) => starting.role)).toEqual(
      `PATIENT SOCIAL_WORKER COE_STAFF DOCTOR MDT PHARMACIST COE_ADMIN FUND_ADMIN COMMITTEE SECRETARIAT FINANCE NCCP DHS
       DFA PERMSEC HELP_DESK SUPPORT SUPER_ADMIN AUDITOR ANALYST`.split(/\s+/),
    )
  })

  test('are named by every permission, and hold what names them', () => {
    for (const permission of PERMISSIONS) {
      const { does, roles } = aboutPermission(permission)
      expect(does, permission).not.toBe('')
      expect(roles.length, permission).toBeGreaterThan(0)
      for (const name of roles) expect(permissionsOf(name)).toContain(permission)
    }
  })

  test('hold one step of the payment chain each, in the five roles of the chain alone', () => {
    const holders = STARTING_ROLES.flatMap((starting) =>
      chainStepsIn(starting.permissions).map((step) => [starting.role, step]),
    )
    expect(holders).toEqual([
      ['FINANCE', 'INITIATE_PAYMENT'],
      ['NCCP', 'RECOMMEND_PAYMENT'],
      ['DHS', 'APPROVE_PAYMENT'],
      ['DFA', 'DFA_APPROVAL'],
      ['PERMSEC', 'PERMSEC_APPROVAL'],
    ])
  })

  test('leave money to the fund administrator alone', () => {
    for (const permission of ['CREDIT_POOL', 'ALLOCATE_POOL', 'FUND_PATIENT'] as const) {
      const holders = STARTING_ROLES.filter(({ permissions }) => permissions.includes(permission))
      expect(holders.map((starting) => starting.role)).toEqual(['FUND_ADMIN'])
    }
  })

  test('let auditors and analysts read and nothing else, analysts without personal data', () => {
    expect(permissionsOf('AUDITOR').filter((permission) => !reading(permission))).toEqual([])
    expect(permissionsOf('ANALYST').filter((permission) => !reading(permission))).toEqual([])
    expect(permissionsOf('AUDITOR')).toContain('VIEW_LEDGER')
    expect(permissionsOf('ANALYST')).not.toContain('VIEW_PERSONAL_DATA')
    expect(permissionsOf('ANALYST')).not.toContain('VIEW_PATIENT')
  })

  test('show the names of patients to nobody who pays', () => {
    for (const name of ['FINANCE', 'NCCP', 'DHS', 'DFA', 'PERMSEC'])
      expect(permissionsOf(name)).not.toContain('VIEW_PERSONAL_DATA')
  })

  test('stand under the CMD where they are of a hospital, who does all that they do but for the MDT', () => {
    for (const { role: name, reach, permissions, parents } of STARTING_ROLES) {
      const isUnder = reach === 'hospital' && name !== 'COE_ADMIN'
      expect(parents, name).toEqual(isUnder ? ['COE_ADMIN'] : [])
      if (isUnder && name !== 'MDT')
        expect(permissionsOf('COE_ADMIN'), name).toEqual(expect.arrayContaining([...permissions]))
    }
    expect(permissionsOf('COE_ADMIN')).not.toContain('UPDATE_MDT_FUND')
  })

  test('show the chain its screens: whoever reads the fund report reads the hospitals as well', () => {
    for (const { role: name, permissions } of STARTING_ROLES)
      if (permissions.includes('VIEW_CHF_REPORT')) expect(permissions, name).toContain('VIEW_COE_ANALYTICS')
  })
})

const permission = fc.constantFrom<Permission>('VIEW_COE', 'INITIATE_PAYMENT', 'DFA_APPROVAL', 'PERMSEC_APPROVAL')
const granter = fc.constantFrom(system, person(), person({ isSuperAdmin: true }), person({ roleIds: [roleId] }))
const anyCommand: fc.Arbitrary<RoleCommand> = fc.oneof(
  fc.constantFrom('CASHIER', 'SUPER_ADMIN').map((name) => define(name)),
  fc.tuple(permission, granter).map(([one, by]) => attach(one, by)),
  fc
    .tuple(permission, granter)
    .map(([one, by]) => command('DetachPermission', { roleId, permission: one, granter: by })),
  fc
    .tuple(fc.constantFrom('AttachParentRole' as const, 'DetachParentRole' as const), granter)
    .map(([type, by]) => command(type, { roleId, parentRoleId: 'role-2', granter: by })),
  fc
    .tuple(fc.constantFrom('TakeRole' as const, 'LeaveRole' as const), fc.constantFrom('ada', 'bola'))
    .map(([type, userId]) => of(type, userId, userId === 'ada' ? 'bola' : 'ada')),
  fc.tuple(fc.subarray(['ada', 'bola']), granter).map(([free, by]) => remove(free, by)),
)
describeDeciderProperties(role, anyCommand, (state, history) => {
  // Deleted under nobody: whoever took it before was said to be free.
  if (state.status === 'deleted') expect(history.at(-1)?.type).toBe('RoleDeleted')
  if (state.status !== 'defined') return
  const steps = chainStepsIn(state.permissions)
  expect(steps.length).toBeLessThanOrEqual(state.role === 'SUPER_ADMIN' ? 0 : 1)
  expect(new Set(state.permissions).size).toBe(state.permissions.length)
})

// What whoever granted it held is in no event of the role.
describeFollows(
  role,
  runsOf(anyCommand),
  {
    'an event of another role': inAnotherStream,
    'a name that no role may have': changed(({ type }) => (type === 'RoleDefined' ? { role: 'small' } : undefined)),
    'anything before it is defined': (history, at) => (at === 0 && history.length > 1 ? history.slice(1) : undefined),
    'a step of the chain for the super admin': (history, at) =>
      changed(({ type }) => (type === 'PermissionAttached' ? { permission: 'INITIATE_PAYMENT' } : undefined))(
        [
          ...history
            .slice(0, at)
            .filter(({ event }) => event.type === 'RoleDefined' && event.data.role === 'SUPER_ADMIN'),
          ...history.slice(at, at + 1),
        ],
        1,
      ),
  },
  roleId,
)
