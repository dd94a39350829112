// What the lists of money show, for their screens. Plain data: what a screen imports, it carries.
export { ACCOUNT_FIELDS, TRIAL_BALANCE_FIELDS } from '#projections/money/account/fields.ts'
export { COMMENT_FIELDS } from '#projections/money/comment/fields.ts'
export { DISPUTE_FIELDS } from '#projections/money/dispute/fields.ts'
export { FUNDING_FIELDS } from '#projections/money/funding/fields.ts'
export { STEP_TIME_FIELDS } from '#projections/money/step-time/fields.ts'
export { HOSPITAL_PERIOD_FIELDS } from '#projections/money/hospital-period/fields.ts'
export { INVOICE_FIELDS, INVOICE_LINE_FIELDS } from '#projections/money/invoice/fields.ts'
export { PAYMENT_FIELDS } from '#projections/money/payment/fields.ts'
export { MOVEMENT_FIELDS } from '#projections/money/posting/fields.ts'
export {
  ALL_TRANSACTIONS,
  COE_BILLINGS,
  CONSOLIDATED_BILLINGS,
  PATIENT_BILLINGS,
  STAFF_BILLINGS,
} from '#projections/money/transaction/fields.ts'
