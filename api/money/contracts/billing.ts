import { z } from 'zod'
import { TransactionStatus } from './transaction.ts'
import { Documents } from './attached-documents.ts'
import { shown } from '#api/contracts/done.ts'
import { NairaText, one } from '#api/contracts/common.ts'
import { text } from '#domain/kernel/text.ts'
import { Day } from '#domain/kernel/dates.ts'
import { digits, Key, requiredText } from '#api/contracts/input.ts'

const Quantity = digits(1, 10_000, 'Quantity')

const Comment = text(5_000).trim().optional()

const ExpectedTotal = NairaText.optional().describe('What the biller was shown: with another total nothing is billed')

/** POST /api/coestaff/billings (E069). Prices are the server's: a client cannot send one. */
export const BillServicesBody = z.strictObject({
  patient_id: Key,
  comment: Comment,
  documents: Documents,
  expected_total: ExpectedTotal,
  services: z
    .array(z.strictObject({ service_id: Key, quantity: Quantity }))
    .min(1, 'Add at least one service')
    .max(200),
})
export type BillServicesBody = z.input<typeof BillServicesBody>

/** POST /api/coestaff/drugbillings (E070): once per order of the product service. */
export const BillDrugsBody = z.strictObject({
  patient_id: Key,
  order_id: text(100).min(1),
  comment: Comment,
  documents: Documents,
  expected_total: ExpectedTotal,
  drugs: z
    .array(
      z.strictObject({
        productId: Key,
        quantity: Quantity,
        service_category_id: z.literal(4).default(4),
      }),
    )
    .min(1, 'Add at least one drug')
    .max(200),
})
export type BillDrugsBody = z.input<typeof BillDrugsBody>

const unused = z.unknown().optional().describe("Taken from the server's own records, whatever is sent")

/** POST /api/transaction/chf (E072): an order at the product service, whose id the drug bill then names. */
export const ProductOrderBody = z.strictObject({
  patientId: Key,
  products: z
    .array(z.strictObject({ productId: Key, quantity: Quantity }))
    .min(1, 'Add at least one drug')
    .max(200),
  hospitalId: unused,
  is_cap: unused,
  chfId: unused,
  phoneNumber: unused,
  dateOfBirth: unused,
  email: unused,
  address: unused,
  stateOfOrigin: unused,
  stateOfResidence: unused,
  ailmentType: unused,
  ailmentStage: unused,
  gender: unused,
  firstName: unused,
  lastName: unused,
  otherNames: unused,
})
export type ProductOrderBody = z.input<typeof ProductOrderBody>
export const ProductOrder = z.object({ data: z.object({ transactionId: z.string() }) })

/** POST /api/coestaff/billings/answer: what the hospital says to a return, with the documents that were missing. */
export const AnswerReturnBody = z.strictObject({
  transaction_id: Key,
  answer: requiredText(1_000, "Write the hospital's answer"),
  documents: Documents,
})
export type AnswerReturnBody = z.input<typeof AnswerReturnBody>

/** GET /api/coestaff/returned: what was sent back to the caller's hospital and waits for its answer. */
export const ReturnedBills = one(
  z.object({
    returned: z.int().describe('How many bills'),
    total: NairaText,
    since: z.string().nullable().describe('When the first of them was returned'),
  }),
)
export type ReturnedBills = z.infer<typeof ReturnedBills>['data']

/** A finished bill. */
export const BilledAnswer = z.object({
  message: z.string(),
  data: z.object({
    id: z.string(),
    transaction_id: z.string().describe('TRX-2026-000123'),
    total: NairaText,
    position: z.int(),
    ...shown,
  }),
})
export type BilledAnswer = z.infer<typeof BilledAnswer>

/** GET /api/coestaff/patient/{search} (E050): matches at the caller's own hospital. */
export const PatientMatch = z.object({
  id: z.string(),
  chf_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  other_names: z.string().nullable(),
  email: z.string(),
  phone_number: z.string().nullable(),
  gender: z.string().nullable(),
  coe_id: z.string(),
  coe_name: z.string(),
  wallet_balance: NairaText,
})
export type PatientMatch = z.infer<typeof PatientMatch>
export const PatientMatches = z.object({ data: z.array(PatientMatch) })

/** POST /api/documents (E071): one file, pdf, png or jpg, five MiB at most; `data` is its address. */
export const UploadedDocument = z.object({
  data: z.string().describe('The address of the file'),
  document: z.object({
    id: z.uuid(),
    file_name: z.string(),
    file_url: z.string(),
    bytes: z.int(),
    media_type: z.string(),
  }),
})
export type UploadedDocument = z.infer<typeof UploadedDocument>

/** GET /api/coestaff/{id}/transactions (E116) and GET /api/coestaff/transactions: filters beside the list's own. */
export const StaffTransactionFilter = z.object({
  start_date: Day.optional(),
  end_date: Day.optional(),
  is_drug: z.enum(['0', '1']).optional(),
  status: TransactionStatus.optional(),
  search: text(60).trim().optional(),
})
export type StaffTransactionFilter = z.infer<typeof StaffTransactionFilter>
