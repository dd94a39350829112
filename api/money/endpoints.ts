import type { Endpoint } from '#api/endpoint.ts'
import { billingAnalytics } from './analytics/billing-analytics.ts'
import { fundAnalytics } from './analytics/fund-analytics.ts'
import { hospitalAnalytics } from './analytics/hospital-analytics.ts'
import { answerReturnRoute } from './billing/answer-return.ts'
import { billDrugs } from './billing/bill-drugs.ts'
import { billServices } from './billing/bill-services.ts'
import { countReturned } from './billing/count-returned.ts'
import { findPatient } from './billing/find-patient.ts'
import { listHospitalTransactions, listStaffTransactions } from './billing/list-staff-transactions.ts'
import { listRecentPatients } from './billing/list-recent-patients.ts'
import { orderProducts } from './billing/order-products.ts'
import { listComments } from './comments/list-comments.ts'
import { viewComment } from './comments/view-comment.ts'
import { endDisputeRoute } from './disputes/end-dispute.ts'
import { listDisputes } from './disputes/list-disputes.ts'
import { raiseDisputeRoute } from './disputes/raise-dispute.ts'
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
import { listBillNotices } from './notices/list-bill-notices.ts'
import { readNotices } from './notices/read-notices.ts'
import { listConsolidated } from './payments/list-consolidated.ts'
import { listStepTimes } from './payments/list-step-times.ts'
import { listHospitalPeriods } from './payments/list-hospital-periods.ts'
import { listPayments } from './payments/list-payments.ts'
import { previewMatchingRoute } from './payments/preview-matching.ts'
import { previewSteps } from './payments/preview-steps.ts'
import { returnPaymentRoute } from './payments/return-payments.ts'
import { stepOnMatching } from './payments/step-on-matching.ts'
import { summarizeHospitals } from './payments/summarize-hospitals.ts'
import { takeSteps } from './payments/take-steps.ts'
import { viewHospitalPeriod } from './payments/view-hospital-period.ts'
import { viewPayment } from './payments/view-payment.ts'
import { viewWaiting } from './payments/view-waiting.ts'
import { searchAll } from './search/search.ts'
import { listBillings } from './transactions/list-billings.ts'
import { listTransactions } from './transactions/list-transactions.ts'
import { viewBilledPatient } from './transactions/view-billed-patient.ts'
import { viewOwnBill } from './transactions/view-own-bill.ts'
import { viewTransaction } from './transactions/view-transaction.ts'
import { viewOwnStatement } from './wallets/view-own-statement.ts'
import { viewOwnWallet } from './wallets/view-own-wallet.ts'

/** The API of money: what is billed, paid, put into wallets, and proven. */
export const moneyEndpoints: readonly Endpoint[] = [
  // analytics
  billingAnalytics,
  fundAnalytics,
  hospitalAnalytics,
  // billing
  answerReturnRoute,
  billDrugs,
  billServices,
  countReturned,
  findPatient,
  listHospitalTransactions,
  listStaffTransactions,
  listRecentPatients,
  orderProducts,
  // comments
  listComments,
  viewComment,
  // disputes
  endDisputeRoute,
  listDisputes,
  raiseDisputeRoute,
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
  // notices
  listBillNotices,
  readNotices,
  // payments
  listConsolidated,
  listHospitalPeriods,
  listStepTimes,
  listPayments,
  previewMatchingRoute,
  previewSteps,
  returnPaymentRoute,
  stepOnMatching,
  summarizeHospitals,
  takeSteps,
  viewHospitalPeriod,
  viewPayment,
  viewWaiting,
  // search
  searchAll,
  // transactions
  listBillings,
  listTransactions,
  viewBilledPatient,
  viewOwnBill,
  viewTransaction,
  // wallets
  viewOwnStatement,
  viewOwnWallet,
]
