import type { MenuItem } from './events.ts'

/**
 * The menu of a new installation: links to the screens that are there, nothing else. Those who hold a step of the
 * payment chain all hold VIEW_CHF_REPORT (starting-roles.ts), so one permission opens the chain's screens to them.
 */
export const STARTING_MENU: readonly MenuItem[] = [
  item('Work', 10, 'Dashboard', '/dashboard', null, 'dashboard'),
  item('Work', 15, 'My billing history', '/users/billing_history', 'APPLY_FUND', 'billing'),
  item('Work', 20, 'Billing', '/coestaff/billing', 'BILL_SERVICES', 'billing'),
  item('Work', 21, 'Drug billing', '/coestaff/billing?tab=drugs', 'BILL_DRUGS', 'drug'),
  item('Work', 30, 'Consolidated billing summary', '/payments/consolidated_report', 'VIEW_CHF_REPORT', 'approval'),
  item('Work', 40, 'Pool and allocations', '/fmoh/finance-and-accounting/funds', 'VIEW_CHF_REPORT', 'pool'),
  item('Reports', 50, 'Hospital billing history', '/superadmin/billings', 'VIEW_COE_ANALYTICS', 'hospital'),
  item('Reports', 60, 'Transactions', '/superadmin/transactions', 'VIEW_ALL_BILLING', 'transaction'),
  item('Reports', 70, 'Payments', '/payments', 'VIEW_CHF_REPORT', 'payment'),
  item('Reports', 75, 'Finance payment report', '/fmoh/finance-and-accounting', 'VIEW_CHF_REPORT', 'report'),
  item('Reports', 80, 'Trial balance', '/ledger', 'VIEW_LEDGER', 'audit'),
  item('Reports', 90, 'Wallet replay', '/ledger/wallets', 'VIEW_LEDGER', 'replay'),
]

function item(
  group: MenuItem['group'],
  order: number,
  name: string,
  link: string,
  permission: MenuItem['permission'],
  icon: string,
): MenuItem {
  return { name, link, permission, icon, category: 'side_menu', group, order }
}
