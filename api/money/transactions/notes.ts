import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { Permission } from '#domain/kernel/permissions.ts'

/** Who may act on a bill must be able to judge it, whoever's it is. */
const ACT_ON_BILLS: readonly Permission[] = ['FLAG_TRANSACTION', ...PAYMENT_CHAIN.permissions]
/** Who reads bills, their own as a patient among them. */
const READ_BILLS: readonly Permission[] = [
  'APPLY_FUND',
  'BILL_SERVICES',
  'BILL_DRUGS',
  'VIEW_PATIENT_CAREPLAN',
  'VIEW_COE_ANALYTICS',
  'VIEW_ALL_BILLING',
]

/**
 * Who opens what a bill says about its patient: comment, documents and reasons, one rule for all (domain.md, Roles).
 * Those who may act on a bill, and those who read bills with the patient's name on them; always within their reach. For
 * others (analysts, support, the help desk) it is masked, and its documents are not found.
 */
export function mayReadNotes(permissions: ReadonlySet<Permission>): boolean {
  const has = (one: Permission) => permissions.has(one)
  return ACT_ON_BILLS.some(has) || (has('VIEW_PERSONAL_DATA') && READ_BILLS.some(has))
}
