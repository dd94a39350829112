import { kobo } from '#domain/kernel/money.ts'
import { bill, complete } from '#tests/domain/money/transaction/bills.ts'
import { command } from '#tests/support/command.ts'

// What the pairs of calls of interleavings.test.ts are about.

export const move = (transferId: string, amount: number) => ({
  transferId,
  amount: kobo(amount),
  counterAccount: 'pool',
})
export const item = (name: string) => ({
  ...{ menuItemId: 'item-1', name, link: '/payments', permission: 'VIEW_CHF_REPORT' as const, icon: 'cash' },
  ...{ category: 'side_menu' as const, group: 'Reports' as const, order: 70 },
})
export const hospital = {
  ...{ coeId: 'coe-1', name: 'University College Hospital', type: 'Federal' as const },
  ...{ address: 'Ibadan', capId: 'CAP-UCH', stateId: 'oyo' },
}
export const drug = {
  ...{ productId: 'd1', name: 'Tamoxifen', description: 'Hormone therapy' },
  ...{ manufacturerId: 'm1', manufacturerName: 'Fidson' },
}
const owner = { by: 'u1' }
const recovery = ['a'.repeat(64), 'b'.repeat(64)]
export const enrolment = command(
  'EnrolSecondFactor',
  { userId: 'u1', enrolmentId: 'e1', secret: 'JBSWY3DPEHPK3PXP', recovery, pepper: 1 },
  owner,
)
export const useCode = () =>
  command('UseRecoveryCode', { userId: 'u1', enrolmentId: 'e1', hash: 'a'.repeat(64) }, owner)
export const registration = {
  ...{ userId: 'u1', email: 'ada@example.org', emailVerified: true, firstName: 'Ada', lastName: 'Okafor' },
  ...{ phoneNumber: '08031234567', roles: ['analyst'], granter: { kind: 'system' as const } },
  facts: [
    { roleId: 'analyst', role: 'ANALYST', reach: 'all' as const, permissions: [], parentRoleIds: [], isCounted: false },
  ],
}
export const billed = () => [bill({ kind: 'drug' }, 'biller'), complete('biller')]

/** All that a hospital has of a drug. */
export const allOf = { productId: 'd1', coeId: 'coe-1', quantity: 5 }
