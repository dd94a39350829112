import { expect, test } from 'vitest'
import type { Permission } from '#domain/kernel/permissions.ts'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'

const roleOf = (name: string) => {
  const found = STARTING_ROLES.find(({ role }) => role === name)
  if (found === undefined) throw new Error(`No one is ${name}`)
  return found
}
const may = (name: string, ...permissions: readonly Permission[]) =>
  permissions.filter((permission) => !roleOf(name).permissions.includes(permission))

// spec, constants: user kinds (clinical side), user kinds (back office), roles implied.
test.each([
  ['patients', 'PATIENT', 'self'],
  ['physicians', 'DOCTOR', 'hospital'],
  ['MDT', 'MDT', 'hospital'],
  ['social workers', 'SOCIAL_WORKER', 'hospital'],
  ['COE staff', 'COE_STAFF', 'hospital'],
  ['COE admins (CMD)', 'COE_ADMIN', 'hospital'],
  ['pharmacists', 'PHARMACIST', 'hospital'],
  ['fund administrators', 'FUND_ADMIN', 'all'],
  ['support staff', 'SUPPORT', 'all'],
  ['super administrators', 'SUPER_ADMIN', 'all'],
  ['finance and accounting, initiator', 'FINANCE', 'all'],
  ['approval sub-committee', 'COMMITTEE', 'all'],
  ['NCCP', 'NCCP', 'all'],
  ['DHS', 'DHS', 'all'],
  ['DFA', 'DFA', 'all'],
  ['Permanent Secretary', 'PERMSEC', 'all'],
  ['secretariat staff', 'SECRETARIAT', 'all'],
  ['help-desk', 'HELP_DESK', 'hospital'],
] as const)('%s are the role %s, which reaches %s', (_, name, reach) => {
  expect(roleOf(name).reach).toBe(reach)
})

// spec, constants: role functions. The system administrator who looks users up and verifies e-mails is support.
test('each role may do what the specs say it is for', () => {
  expect(may('COE_ADMIN', 'CREATE_COESTAFF', 'VIEW_OWN_COESTAFF')).toEqual([])
  expect(may('SUPER_ADMIN', 'CREATE_COE', 'CREATE_COEHELPDESK', 'VIEW_COEHELPDESK')).toEqual([])
  expect(may('FUND_ADMIN', 'APPROVE_FUND', 'VIEW_APPLICATION')).toEqual([])
  expect(may('COMMITTEE', 'COMMITTEE_RECOMMEND_FUND')).toEqual([])
  expect(may('SUPPORT', 'VERIFY_USER_EMAIL', 'VIEW_USERS')).toEqual([])
})
