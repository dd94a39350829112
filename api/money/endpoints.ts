import type { Endpoint } from '#api/endpoint.ts'
import { whyNot } from './acts/why-not.ts'
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
import { commentOnDisputeRoute } from './disputes/chat/comment-on-dispute.ts'
import { readChat } from './disputes/chat/read-chat.ts'
import { listUnread } from './disputes/chat/list-unread.ts'
import { viewChat } from './disputes/chat/view-chat.ts'
import { endDisputeRoute } from './disputes/end-dispute.ts'
import { listDisputeNotices } from './disputes/list-dispute-notices.ts'
import { listDisputes } from './disputes/list-disputes.ts'
import { raiseDisputeRoute } from './disputes/raise-dispute.ts'
import { allocatePool } from './funding/allocate-pool.ts'
import { confirmFunding } from './funding/confirm-funding.ts'
import { creditPool } from './funding/credit-pool.ts'
import { fundPatient } from './funding/fund-patient.ts'
import { listFundingNotices } from './funding/list-funding-notices.ts'
import { listFundings } from './funding/list-fundings.ts'
import { viewFunding } from './funding/view-funding.ts'
import { viewFunds } from './funding/view-funds.ts'
import { viewPatientFunds } from './funding/view-patient-funds.ts'
import { viewPoolBalance } from './funding/view-pool-balance.ts'
import { generateInvoiceRoute } from './invoices/generate-invoice.ts'
import { listInvoiceNotices } from './invoices/list-invoice-notices.ts'
import { listInvoices } from './invoices/list-invoices.ts'
import { listReturnedInvoices } from './invoices/list-returned-invoices.ts'
import { previewGeneration } from './invoices/preview-generation.ts'
import { previewInvoiceActs } from './invoices/preview-invoice-acts.ts'
import { returnInvoiceRoute } from './invoices/return-invoice.ts'
import { takeInvoiceSteps } from './invoices/take-invoice-steps.ts'
import { verifyInvoice } from './invoices/verify-invoice.ts'
import { viewInvoice } from './invoices/view-invoice.ts'
import { viewWaitingInvoices } from './invoices/view-waiting.ts'
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
import { listPaymentNotices } from './payments/list-payment-notices.ts'
import { listPayments } from './payments/list-payments.ts'
import { previewMatchingRoute } from './payments/preview-matching.ts'
import { previewSteps } from './payments/preview-steps.ts'
import { returnPaymentRoute } from './payments/return-payments.ts'
import { stepOnMatching } from './payments/step-on-matching.ts'
import { summarizeHospitals } from './payments/summarize-hospitals.ts'
import { takeSteps } from './payments/take-steps.ts'
import { viewHospitalPeriod } from './payments/view-hospital-period.ts'
import { viewLate } from './payments/view-late.ts'
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
  // acts
  whyNot,
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
  commentOnDisputeRoute,
  readChat,
  listUnread,
  viewChat,
  endDisputeRoute,
  listDisputeNotices,
  listDisputes,
  raiseDisputeRoute,
  // funding
  allocatePool,
  confirmFunding,
  creditPool,
  fundPatient,
  listFundingNotices,
  listInvoiceNotices,
  listFundings,
  viewFunding,
  viewFunds,
  viewPatientFunds,
  viewPoolBalance,
  // invoices
  generateInvoiceRoute,
  listInvoices,
  listReturnedInvoices,
  previewGeneration,
  previewInvoiceActs,
  returnInvoiceRoute,
  takeInvoiceSteps,
  verifyInvoice,
  viewInvoice,
  viewWaitingInvoices,
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
  listPaymentNotices,
  listPayments,
  previewMatchingRoute,
  previewSteps,
  returnPaymentRoute,
  stepOnMatching,
  summarizeHospitals,
  takeSteps,
  viewHospitalPeriod,
  viewLate,
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
