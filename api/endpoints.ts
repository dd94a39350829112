import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { billingAnalytics } from './money/analytics/billing-analytics.ts'
import { fundAnalytics } from './money/analytics/fund-analytics.ts'
import { hospitalAnalytics } from './money/analytics/hospital-analytics.ts'
import { billDrugs } from './money/billing/bill-drugs.ts'
import { billServices } from './money/billing/bill-services.ts'
import { findPatient } from './money/billing/find-patient.ts'
import { listProducts } from './catalogue/products/list-products.ts'
import { listServiceCategories } from './catalogue/services/list-service-categories.ts'
import { listServices } from './catalogue/services/list-services.ts'
import { listHospitalTransactions, listStaffTransactions } from './money/billing/list-staff-transactions.ts'
import { orderProducts } from './money/billing/order-products.ts'
import { uploadDocument } from './documents/upload-document.ts'
import { viewDocument } from './documents/view-document.ts'
import { listCoes } from './catalogue/coes/list-coes.ts'
import { allocatePool } from './money/funding/allocate-pool.ts'
import { creditPool } from './money/funding/credit-pool.ts'
import { fundPatient } from './money/funding/fund-patient.ts'
import { listFundings } from './money/funding/list-fundings.ts'
import { viewFunds } from './money/funding/view-funds.ts'
import { viewPatientFunds } from './money/funding/view-patient-funds.ts'
import { viewPoolBalance } from './money/funding/view-pool-balance.ts'
import { viewHealth } from './health/view-health.ts'
import { listAccounts } from './money/ledger/list-accounts.ts'
import { listMovements } from './money/ledger/list-movements.ts'
import { listTrialBalance } from './money/ledger/list-trial-balance.ts'
import { proveWallet } from './money/ledger/prove-wallet.ts'
import { searchWallets } from './money/ledger/search-wallets.ts'
import { viewAccount } from './money/ledger/view-account.ts'
import { viewBalanceHistory } from './money/ledger/view-balance-history.ts'
import { viewEvent } from './money/ledger/view-event.ts'
import { viewMenu } from './people/menu/view-menu.ts'
import { listConsolidated } from './money/payments/list-consolidated.ts'
import { listPayments } from './money/payments/list-payments.ts'
import { returnPaymentRoute } from './money/payments/return-payments.ts'
import { summarizeHospitals } from './money/payments/summarize-hospitals.ts'
import { previewSteps } from './money/payments/preview-steps.ts'
import { takeSteps } from './money/payments/take-steps.ts'
import { viewPayment } from './money/payments/view-payment.ts'
import { viewManifest } from './report/view-manifest.ts'
import { changeProfile } from './people/session/change-profile.ts'
import { login } from './people/session/login.ts'
import { logout } from './people/session/logout.ts'
import { viewProfile } from './people/session/view-profile.ts'
import { listBillings } from './money/transactions/list-billings.ts'
import { listTransactions } from './money/transactions/list-transactions.ts'
import { viewOwnBill } from './money/transactions/view-own-bill.ts'
import { viewTransaction } from './money/transactions/view-transaction.ts'
import { viewOwnWallet } from './money/wallets/view-own-wallet.ts'

/** Every endpoint there is, by feature: the API's table of contents. */
export const endpoints: readonly (FastifyPluginAsync | FastifyPluginAsyncZod)[] = [
  // analytics
  billingAnalytics,
  fundAnalytics,
  hospitalAnalytics,
  // billing
  billDrugs,
  billServices,
  findPatient,
  listHospitalTransactions,
  listProducts,
  listServiceCategories,
  listServices,
  listStaffTransactions,
  orderProducts,
  // documents
  uploadDocument,
  viewDocument,
  // coe
  listCoes,
  // funding
  allocatePool,
  creditPool,
  fundPatient,
  listFundings,
  viewFunds,
  viewPatientFunds,
  viewPoolBalance,
  // health
  viewHealth,
  // ledger
  listAccounts,
  listMovements,
  listTrialBalance,
  proveWallet,
  searchWallets,
  viewAccount,
  viewBalanceHistory,
  viewEvent,
  // menu
  viewMenu,
  // payment
  listConsolidated,
  listPayments,
  previewSteps,
  returnPaymentRoute,
  summarizeHospitals,
  takeSteps,
  viewPayment,
  // report
  viewManifest,
  // session
  changeProfile,
  login,
  logout,
  viewProfile,
  // transaction
  listBillings,
  listTransactions,
  viewOwnBill,
  viewTransaction,
  // wallet
  viewOwnWallet,
]
