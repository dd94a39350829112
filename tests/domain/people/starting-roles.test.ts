import { expect, test } from 'vitest'
import type { Permission } from '#domain/kernel/permissions.ts'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'

const roleOf = (name: string) => {
  const found = STARTING_ROLES.find(({ role }) => role === name)
  if (found === undefined) throw new Error(`No one is ${name}`)
  return found
}

// spec, constants: user kinds (clinical side), user kinds (back office), roles implied.
test.each([
  ['patients', 'PATIENT', 'self'],
  ['patient applicant', 'PATIENT', 'self'],
  ['physicians', 'DOCTOR', 'hospital'],
  ['doctor', 'DOCTOR', 'hospital'],
  ['MDT', 'MDT', 'hospital'],
  ['social workers', 'SOCIAL_WORKER', 'hospital'],
  ['COE staff', 'COE_STAFF', 'hospital'],
  ['COE admins (CMD)', 'COE_ADMIN', 'hospital'],
  ['COE admin/CMD, hospital CMD, COE administrators', 'COE_ADMIN', 'hospital'],
  ['pharmacists', 'PHARMACIST', 'hospital'],
  ['pharmacist, pharmacy', 'PHARMACIST', 'hospital'],
  ['fund administrators', 'FUND_ADMIN', 'all'],
  ['fund admin', 'FUND_ADMIN', 'all'],
  ['support staff', 'SUPPORT', 'all'],
  ['support, system admin', 'SUPPORT', 'all'],
  ['super administrators', 'SUPER_ADMIN', 'all'],
  ['super admin', 'SUPER_ADMIN', 'all'],
  ['social worker', 'SOCIAL_WORKER', 'hospital'],
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
test.each<[string, string, readonly Permission[]]>([
  ['COE admin: own staff', 'COE_ADMIN', ['CREATE_COESTAFF', 'VIEW_OWN_COESTAFF']],
  ['super admin: COEs and help desk', 'SUPER_ADMIN', ['CREATE_COE', 'CREATE_COEHELPDESK', 'VIEW_COEHELPDESK']],
  ['fund administrator: approve, decline', 'FUND_ADMIN', ['APPROVE_FUND', 'VIEW_APPLICATION']],
  ['committee member: recommend', 'COMMITTEE', ['COMMITTEE_RECOMMEND_FUND']],
  ['system admin: user lookup, e-mail verification', 'SUPPORT', ['VERIFY_USER_EMAIL', 'VIEW_USERS']],
])('%s is what %s may do', (_, name, permissions) => {
  expect(permissions.filter((permission) => !roleOf(name).permissions.includes(permission))).toEqual([])
})
