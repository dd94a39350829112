import { kobo, MAX_GIVEN } from '#domain/kernel/money.ts'
import { FUNDING_PERMISSIONS } from '#domain/money/funding/second-person.ts'
import { command } from '#tests/support/command.ts'

const confirm = (by: string) => command('ConfirmFunding', { permissions: FUNDING_PERMISSIONS, room: MAX_GIVEN }, { by })

/** An allocation that takes two, by `ade`. */
export const proposed = () => [
  command('RequestAllocation', { coeId: 'coe-1', amount: kobo(500), above: kobo(1) }, { by: 'ade' }),
]
/** Two who confirm it, and who proposed it withdraws it. */
export const ends = () => [
  confirm('bisi'),
  confirm('chidi'),
  command('WithdrawFunding', { reason: 'A slip' }, { by: 'ade' }),
]
