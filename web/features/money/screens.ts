import { PAYMENT_READERS } from './payments/payments-readers.ts'
import type { ScreenRoute } from '#web/shell/screen-route.ts'

/** A transaction over the list that it was opened from. */
function transactionDetail(path: string): ScreenRoute {
  return {
    path,
    title: 'Transaction Detail',
    load: () => import('./transactions/transaction-detail.tsx'),
  }
}

const BILLERS = ['BILL_SERVICES', 'BILL_DRUGS'] as const

/** Whoever reads invoices: those of the payment chain, and who makes or approves the hospital's. */
const INVOICE_READERS = [...PAYMENT_READERS, 'GENERATE_INVOICE', 'APPROVE_INVOICE'] as const

/** An invoice over the list that it was opened from. */
const invoiceDetail: ScreenRoute = {
  path: ':id',
  title: 'Invoice',
  load: () => import('./invoices/invoice-detail.tsx'),
}

/** Whoever lists disputes. */
const DISPUTE_READERS = ['VIEW_DISPUTE_CHAT', 'FLAG_TRANSACTION'] as const

/** Screens of money: billing, the payment chain, the pool, the ledger. */
export const moneyScreens: readonly ScreenRoute[] = [
  {
    path: '/coestaff/billing',
    title: 'Billing',
    permission: BILLERS,
    load: () => import('./billing/billing-screen.tsx'),
  },
  {
    path: '/coestaff/billings',
    title: 'Billing history',
    permission: BILLERS,
    load: () => import('./billing/staff-billings-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/superadmin/transactions',
    title: 'Transactions',
    permission: 'VIEW_ALL_BILLING',
    load: () => import('./transactions/transactions-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/superadmin/transactions/dispute',
    title: 'Transaction disputes',
    permission: DISPUTE_READERS,
    load: () => import('./disputes/all-disputes-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/coeadmin/dispute',
    title: 'Transaction disputes',
    permission: DISPUTE_READERS,
    load: () => import('./disputes/coe-disputes-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/transactions/dispute',
    title: 'Disputes',
    permission: 'FLAG_TRANSACTION',
    load: () => import('./disputes/disputes-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/transactions/:id/dispute/chat',
    title: 'Dispute chat',
    permission: 'VIEW_DISPUTE_CHAT',
    load: () => import('./disputes/chat/chat-screen.tsx'),
  },
  {
    path: '/support/transactions',
    title: 'Transactions search',
    permission: 'VIEW_ALL_BILLING',
    load: () => import('./disputes/support-transactions-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/coeadmin/billings',
    title: 'Billing record',
    permission: ['VIEW_COE_ANALYTICS', 'GENERATE_INVOICE'],
    load: () => import('./transactions/own-billings-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/superadmin/billings/:coeId?',
    title: 'Hospital billing history',
    permission: ['VIEW_CHF_REPORT', 'VIEW_COE_ANALYTICS'],
    load: () => import('./transactions/billings-screen.tsx'),
    children: [transactionDetail('bill/:id')],
  },
  {
    path: '/superadmin/drug/billings/:coeId?',
    title: 'Hospital drug billing history',
    permission: ['VIEW_CHF_REPORT', 'VIEW_COE_ANALYTICS'],
    load: () => import('./transactions/drug-billings-screen.tsx'),
    children: [transactionDetail('bill/:id')],
  },
  ...['/report/patient/:patientId/billings', '/patients/:patientId/history'].map((path): ScreenRoute => ({
    path,
    title: 'Patient billing history',
    permission: 'VIEW_PATIENT_CAREPLAN',
    load: () => import('./patient-billing/patient-billing-screen.tsx'),
    children: [transactionDetail(':id')],
  })),
  {
    path: '/patients/:patientId/comments',
    title: 'Patient comments',
    permission: [...BILLERS, 'VIEW_PATIENT_CAREPLAN', 'APPLY_FUND'],
    load: () => import('./comments/comments-screen.tsx'),
    children: [{ path: ':commentId', title: 'Comment', load: () => import('./comments/comment-detail.tsx') }],
  },
  {
    path: '/users/wallet',
    title: 'Wallet statement',
    permission: 'APPLY_FUND',
    load: () => import('./my-billing/my-statement-screen.tsx'),
  },
  {
    path: '/users/billing_history',
    title: 'My billing history',
    permission: 'APPLY_FUND',
    load: () => import('./my-billing/my-billing-screen.tsx'),
  },
  {
    path: '/users/billing_history/:id',
    title: 'Bill',
    permission: 'APPLY_FUND',
    load: () => import('./my-billing/my-bill-screen.tsx'),
  },
  {
    path: '/payments/time_in_step',
    title: 'Time in step',
    permission: PAYMENT_READERS,
    load: () => import('./step-time/step-time-screen.tsx'),
  },
  {
    path: '/payments',
    title: 'Payments',
    permission: PAYMENT_READERS,
    load: () => import('./payments/payments-screen.tsx'),
    children: [{ path: ':id', title: 'Payment', load: () => import('./payments/payment-detail.tsx') }],
  },
  {
    path: '/payments/consolidated_report',
    title: 'Consolidated billing summary report',
    permission: PAYMENT_READERS,
    load: () => import('./payments/consolidated-report-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/consolidated_report',
    title: 'Consolidated billing summary report',
    load: () => import('./payments/consolidated-redirect.tsx'),
  },
  {
    path: '/initiator/invoice',
    title: 'Invoices: initiator',
    permission: 'INITIATE_PAYMENT',
    load: () => import('./invoices/step-invoices-screen.tsx'),
    children: [invoiceDetail],
  },
  {
    path: '/nccp/invoice',
    title: 'Invoices: NCCP',
    permission: 'RECOMMEND_PAYMENT',
    load: () => import('./invoices/step-invoices-screen.tsx'),
    children: [invoiceDetail],
  },
  {
    path: '/dhs/invoice',
    title: 'Invoices: DHS',
    permission: 'APPROVE_PAYMENT',
    load: () => import('./invoices/step-invoices-screen.tsx'),
    children: [invoiceDetail],
  },
  {
    path: '/dfa/invoice',
    title: 'Invoices: DFA',
    permission: 'DFA_APPROVAL',
    load: () => import('./invoices/step-invoices-screen.tsx'),
    children: [invoiceDetail],
  },
  {
    path: '/permsec/invoice',
    title: 'Invoices: Permanent Secretary',
    permission: 'PERMSEC_APPROVAL',
    load: () => import('./invoices/step-invoices-screen.tsx'),
    children: [invoiceDetail],
  },
  {
    path: '/cmd/invoice',
    title: 'Invoices: hospital',
    permission: ['GENERATE_INVOICE', 'APPROVE_INVOICE'],
    load: () => import('./invoices/cmd-invoices-screen.tsx'),
    children: [invoiceDetail],
  },
  {
    path: '/invoices',
    title: 'All invoices',
    permission: 'VIEW_CHF_REPORT',
    load: () => import('./invoices/all-invoices-screen.tsx'),
    children: [invoiceDetail],
  },
  {
    path: '/invoices/:id/transactions',
    title: 'Transactions of an invoice',
    permission: INVOICE_READERS,
    load: () => import('./invoices/invoice-transactions-screen.tsx'),
  },
  {
    path: '/invoices/:id/paper',
    title: 'Invoice',
    permission: INVOICE_READERS,
    load: () => import('./invoices/invoice-paper-screen.tsx'),
  },
  {
    path: '/invoices/verify/:number/:hash',
    title: 'Verify an invoice',
    load: () => import('./invoices/verify-invoice-screen.tsx'),
  },
  {
    path: '/fmoh/finance-and-accounting',
    title: 'Finance and accounting payment report',
    permission: PAYMENT_READERS,
    load: () => import('./payments/finance-payments-screen.tsx'),
    children: [
      { path: ':id', title: "Hospital's period", load: () => import('./payments/hospital-period-detail.tsx') },
    ],
  },
  {
    path: '/fmoh/finance-and-accounting/billing-summary',
    title: 'Finance and accounting billing summary',
    permission: PAYMENT_READERS,
    load: () => import('./payments/billing-summary-screen.tsx'),
    children: [transactionDetail(':id')],
  },
  {
    path: '/fmoh/finance-and-accounting/funds',
    title: 'Pool and allocations',
    permission: 'VIEW_CHF_REPORT',
    load: () => import('./funding/funds-screen.tsx'),
    children: [{ path: ':id', title: 'Movement of funds', load: () => import('./funding/funding-detail.tsx') }],
  },
  {
    path: '/ledger',
    title: 'Trial balance',
    permission: 'VIEW_LEDGER',
    load: () => import('./ledger/ledger-screen.tsx'),
  },
  {
    path: '/ledger/wallets',
    title: 'Wallet replay',
    permission: 'VIEW_LEDGER',
    load: () => import('./ledger/wallet-search-screen.tsx'),
  },
  {
    path: '/ledger/wallets/:account',
    title: 'Wallet',
    permission: 'VIEW_LEDGER',
    load: () => import('./ledger/wallet-replay-screen.tsx'),
  },
]
