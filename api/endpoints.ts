import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { billingAnalytics } from './analytics/billing-analytics.ts'
import { fundAnalytics } from './analytics/fund-analytics.ts'
import { hospitalAnalytics } from './analytics/hospital-analytics.ts'
import { billDrugs } from './billing/bill-drugs.ts'
import { billServices } from './billing/bill-services.ts'
import { findPatient } from './billing/find-patient.ts'
import { listProducts } from './billing/list-products.ts'
import { listServiceCategories } from './billing/list-service-categories.ts'
import { listServices } from './billing/list-services.ts'
import { listHospitalTransactions, listStaffTransactions } from './billing/list-staff-transactions.ts'
import { orderProducts } from './billing/order-products.ts'
import { uploadDocument } from './documents/upload-document.ts'
import { viewDocument } from './documents/view-document.ts'
import { listCoes } from './coe/list-coes.ts'
import { allocatePool } from './funding/allocate-pool.ts'
import { creditPool } from './funding/credit-pool.ts'
import { fundPatient } from './funding/fund-patient.ts'
import { listFundings } from './funding/list-fundings.ts'
import { viewFunds } from './funding/view-funds.ts'
import { viewPatientFunds } from './funding/view-patient-funds.ts'
import { viewPoolBalance } from './funding/view-pool-balance.ts'
import { viewHealth } from './health/view-health.ts'
import { listAccounts } from './ledger/list-accounts.ts'
import { listMovements } from './ledger/list-movements.ts'
import { listTrialBalance } from './ledger/list-trial-balance.ts'
import { proveWallet } from './ledger/prove-wallet.ts'
import { searchWallets } from './ledger/search-wallets.ts'
import { viewAccount } from './ledger/view-account.ts'
import { viewBalanceHistory } from './ledger/view-balance-history.ts'
import { viewEvent } from './ledger/view-event.ts'
import { viewMenu } from './menu/view-menu.ts'
import { listConsolidated } from './payment/list-consolidated.ts'
import { listPayments } from './payment/list-payments.ts'
import { returnPaymentRoute } from './payment/return-payments.ts'
import { summarizeHospitals } from './payment/summarize-hospitals.ts'
import { previewSteps } from './payment/preview-steps.ts'
import { takeSteps } from './payment/take-steps.ts'
import { viewPayment } from './payment/view-payment.ts'
import { viewManifest } from './report/view-manifest.ts'
import { changeProfile } from './session/change-profile.ts'
import { login } from './session/login.ts'
import { logout } from './session/logout.ts'
import { viewProfile } from './session/view-profile.ts'
import { listBillings } from './transaction/list-billings.ts'
import { listTransactions } from './transaction/list-transactions.ts'
import { viewOwnBill } from './transaction/view-own-bill.ts'
import { viewTransaction } from './transaction/view-transaction.ts'
import { viewOwnWallet } from './wallet/view-own-wallet.ts'

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
