import { expect, test } from 'vitest'
import { type Permission } from '#domain/kernel/permissions.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { mayGive, type PersonWhoGrants, type RoleFacts } from '#domain/people/role/granting.ts'
import { checkRoles } from '#domain/people/user/rules.ts'

const OF_MINISTRY: readonly Permission[] = [
  ...PAYMENT_CHAIN.permissions,
  ...(['APPROVE_INVOICE', 'CREDIT_POOL', 'ALLOCATE_POOL', 'FUND_PATIENT', 'MANAGE_ROLE'] as const),
  ...(['APPROVE_FUND', 'APPROVE_FUND_RETRIEVAL', 'APPROVE_WALLET_TOPUP'] as const),
]
const under = (roleId: string, reach: RoleFacts['reach'], permissions: readonly Permission[]): RoleFacts => ({
  ...{ roleId, role: roleId.toUpperCase(), reach, permissions, parentRoleIds: ['cmd'], isCounted: false },
})
const doctor = under('doctor', 'hospital', ['BILL_SERVICES'])
const barred = [
  under('everywhere', 'all', []),
  ...OF_MINISTRY.map((permission) => under(permission, 'hospital', [permission])),
]
const cmd: PersonWhoGrants = { kind: 'person', roleIds: ['cmd'], permissions: [], isSuperAdmin: false }

test.each(barred.map((role) => [role.role, role] as const))(
  'a hospital’s head neither gives nor takes away %s, though it has their role as parent; a super admin does',
  (name, role) => {
    const change = { userId: 'ada', by: 'cmd-1', coeId: 'coe-1', facts: [doctor, role], granter: cmd }
    const refused = { refused: 'user_role_not_assignable', detail: { role: name } }
    const [without, withIt] = [['doctor'], ['doctor', role.roleId]]
    expect(checkRoles({ ...change, held: without, chosen: withIt })).toMatchObject(refused)
    expect(checkRoles({ ...change, held: withIt, chosen: without })).toMatchObject(refused)
    expect(mayGive({ roleIds: [], isSuperAdmin: true }, role)).toBe(true)
  },
)

test('the roles of their hospital are theirs to give', () => {
  expect(mayGive(cmd, doctor)).toBe(true)
  expect(mayGive({ ...cmd, roleIds: ['doctor'] }, doctor)).toBe(false)
})
