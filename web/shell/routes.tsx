import type { ComponentType } from 'react'

/**
 * One screen. `load` imports the file whose default export is the screen, so that each is its own chunk. `permission`
 * is the spec's (screens.tsv): who lacks it lands on /dashboard. `children` are details with their own URL, shown in the
 * list's <Outlet/>, their paths relative to it.
 */
export type ScreenRoute = {
  readonly path: string
  readonly title: string
  readonly permission?: string
  readonly load: () => Promise<{ default: ComponentType }>
  readonly children?: readonly ScreenRoute[]
}

/** Screens that anyone may open. */
export const publicScreens: readonly ScreenRoute[] = [
  { path: '/', title: 'Cancer Health Fund', load: () => import('#web/features/people/landing/landing-screen.tsx') },
  { path: '/about', title: 'About the fund', load: () => import('#web/features/people/landing/about-screen.tsx') },
  { path: '/login', title: 'Sign in', load: () => import('#web/features/people/sign-in/sign-in-screen.tsx') },
]

/** A transaction over the list that it was opened from. */
function transactionDetail(path: string): ScreenRoute {
  return {
    path,
    title: 'Transaction Detail',
    load: () => import('#web/features/money/transactions/transaction-detail.tsx'),
  }
}

/** Screens inside the shell: a session is needed. Add a line here for each new screen. */
export const signedInScreens: readonly ScreenRoute[] = [
  { path: '/dashboard', title: 'Dashboard', load: () => import('#web/features/people/dashboard/dashboard-screen.tsx') },
  { path: '/coestaff/billing', title: 'Billing', load: () => import('#web/features/money/billing/billing-screen.tsx') },
  {
    path: '/coestaff/billings',
    title: 'Billing history',
    load: () => import('#web/features/money/billing/staff-billings-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/superadmin/transactions',
    title: 'Transactions',
    permission: 'VIEW_ALL_BILLING',
    load: () => import('#web/features/money/transactions/transactions-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/superadmin/billings/:coeId?',
    title: 'COE billing history',
    permission: 'VIEW_COE_ANALYTICS',
    load: () => import('#web/features/money/transactions/billings-screen.tsx'),
    children: [transactionDetail('bill/:id')],
  },
  {
    path: '/superadmin/drug/billings/:coeId?',
    title: 'COE drug billing history',
    permission: 'VIEW_COE_ANALYTICS',
    load: () => import('#web/features/money/transactions/drug-billings-screen.tsx'),
    children: [transactionDetail('bill/:id')],
  },
  ...['/report/patient/:patientId/billings', '/patients/:patientId/history'].map((path) => ({
    path,
    title: 'Patient billing history',
    permission: 'VIEW_PATIENT_CAREPLAN',
    load: () => import('#web/features/money/patient-billing/patient-billing-screen.tsx'),
    children: [transactionDetail(':id')],
  })),
  {
    path: '/users/billing_history',
    title: 'My billing history',
    permission: 'APPLY_FUND',
    load: () => import('#web/features/money/my-billing/my-billing-screen.tsx'),
  },
  {
    path: '/users/billing_history/:id',
    title: 'Bill',
    permission: 'APPLY_FUND',
    load: () => import('#web/features/money/my-billing/my-bill-screen.tsx'),
  },
  {
    path: '/users/profile',
    title: 'My profile',
    load: () => import('#web/features/people/profile/profile-screen.tsx'),
  },
  {
    path: '/payments',
    title: 'Payments',
    permission: 'VIEW_CHF_REPORT',
    load: () => import('#web/features/money/payments/payments-screen.tsx'),
    children: [
      { path: ':id', title: 'Payment', load: () => import('#web/features/money/payments/payment-detail.tsx') },
    ],
  },
  {
    path: '/payments/consolidated_report',
    title: 'Consolidated billing summary report',
    permission: 'VIEW_CHF_REPORT',
    load: () => import('#web/features/money/payments/consolidated-report-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/consolidated_report',
    title: 'Consolidated billing summary report',
    load: () => import('#web/features/money/payments/consolidated-redirect.tsx'),
  },
  {
    path: '/fmoh/finance-and-accounting',
    title: 'Finance and accounting payment report',
    permission: 'VIEW_CHF_REPORT',
    load: () => import('#web/features/money/payments/finance-payments-screen.tsx'),
    children: [
      { path: ':id', title: 'Payment', load: () => import('#web/features/money/payments/payment-detail.tsx') },
    ],
  },
  {
    path: '/fmoh/finance-and-accounting/funds',
    title: 'Pool and allocations',
    permission: 'VIEW_CHF_REPORT',
    load: () => import('#web/features/money/funding/funds-screen.tsx'),
  },
  {
    path: '/ledger',
    title: 'Trial balance',
    permission: 'VIEW_LEDGER',
    load: () => import('#web/features/money/ledger/ledger-screen.tsx'),
  },
  {
    path: '/ledger/wallets',
    title: 'Wallet replay',
    permission: 'VIEW_LEDGER',
    load: () => import('#web/features/money/ledger/wallet-search-screen.tsx'),
  },
  {
    path: '/ledger/wallets/:account',
    title: 'Wallet',
    permission: 'VIEW_LEDGER',
    load: () => import('#web/features/money/ledger/wallet-replay-screen.tsx'),
  },
]
