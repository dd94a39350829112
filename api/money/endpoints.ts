import type { Endpoint } from '#api/endpoint.ts'
import { billingAnalytics } from './analytics/billing-analytics.ts'
import { fundAnalytics } from './analytics/fund-analytics.ts'
import { hospitalAnalytics } from './analytics/hospital-analytics.ts'
import { billDrugs } from './billing/bill-drugs.ts'
import { billServices } from './billing/bill-services.ts'
import { findPatient } from './billing/find-patient.ts'
import { listHospitalTransactions, listStaffTransactions } from './billing/list-staff-transactions.ts'
import { orderProducts } from './billing/order-products.ts'
import { allocatePool } from './funding/allocate-pool.ts'
import { creditPool } from './funding/credit-pool.ts'
import { fundPatient } from './funding/fund-patient.ts'
import { listFundings } from './funding/list-fundings.ts'
import { viewFunds } from './funding/view-funds.ts'
import { viewPatientFunds } from './funding/view-patient-funds.ts'
import { viewPoolBalance } from './funding/view-pool-balance.ts'
import { listAccounts } from './ledger/list-accounts.ts'
import { listMovements } from './ledger/list-movements.ts'
import { listTrialBalance } from './ledger/list-trial-balance.ts'
import { proveWallet } from './ledger/prove-wallet.ts'
import { searchWallets } from './ledger/search-wallets.ts'
import { viewAccount } from './ledger/view-account.ts'
import { viewBalanceHistory } from './ledger/view-balance-history.ts'
import { viewEvent } from './ledger/view-event.ts'
import { listConsolidated } from './payments/list-consolidated.ts'
import { listPayments } from './payments/list-payments.ts'
import { previewSteps } from './payments/preview-steps.ts'
import { returnPaymentRoute } from './payments/return-payments.ts'
import { summarizeHospitals } from './payments/summarize-hospitals.ts'
import { takeSteps } from './payments/take-steps.ts'
import { viewPayment } from './payments/view-payment.ts'
import { listBillings } from './transactions/list-billings.ts'
import { listTransactions } from './transactions/list-transactions.ts'
import { viewOwnBill } from './transactions/view-own-bill.ts'
import { viewTransaction } from './transactions/view-transaction.ts'
import { viewOwnWallet } from './wallets/view-own-wallet.ts'

/** The API of money: what is billed, paid, put into wallets, and proven. */
export const moneyEndpoints: readonly Endpoint[] = [
  // analytics
  billingAnalytics,
  fundAnalytics,
  hospitalAnalytics,
  // billing
  billDrugs,
  billServices,
  findPatient,
  listHospitalTransactions,
  listStaffTransactions,
  orderProducts,
  // funding
  allocatePool,
  creditPool,
  fundPatient,
  listFundings,
  viewFunds,
  viewPatientFunds,
  viewPoolBalance,
  // ledger
  listAccounts,
  listMovements,
  listTrialBalance,
  proveWallet,
  searchWallets,
  viewAccount,
  viewBalanceHistory,
  viewEvent,
  // payments
  listConsolidated,
  listPayments,
  previewSteps,
  returnPaymentRoute,
  summarizeHospitals,
  takeSteps,
  viewPayment,
  // transactions
  listBillings,
  listTransactions,
  viewOwnBill,
  viewTransaction,
  // wallets
  viewOwnWallet,
]
