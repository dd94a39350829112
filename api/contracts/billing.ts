import { z } from 'zod'
import { NairaText } from './common.ts'

const Quantity = z.coerce
  .number('Quantity must be a number')
  .int('Quantity must be a whole number')
  .min(1, 'Quantity must be at least 1')
  .max(10_000)

/** A document that this server keeps (`POST /api/documents`), with the name that the biller gives it. */
export const AttachedDocument = z.strictObject({
  document_id: z.uuid(),
  document_name: z.string().trim().min(1, 'You must provide the document name').max(200),
})
const Documents = z.array(AttachedDocument).max(10, 'At most 10 documents').default([])
const Comment = z.string().trim().max(5_000).optional()

/** POST /api/coestaff/billings (E069). Prices are the server's: a client cannot send one. */
export const BillServicesBody = z.strictObject({
  patient_id: z.string().min(1),
  comment: Comment,
  documents: Documents,
  services: z
    .array(z.strictObject({ service_id: z.string().min(1), quantity: Quantity }))
    .min(1, 'Add at least one service')
    .max(200),
})
export type BillServicesBody = z.input<typeof BillServicesBody>

/** POST /api/coestaff/drugbillings (E070): once per order of the product service. */
export const BillDrugsBody = z.strictObject({
  patient_id: z.string().min(1),
  order_id: z.string().min(1).max(100),
  comment: Comment,
  documents: Documents,
  drugs: z
    .array(
      z.strictObject({
        product_id: z.string().min(1),
        quantity: Quantity,
        service_category_id: z.literal(4).default(4),
      }),
    )
    .min(1, 'Add at least one drug')
    .max(200),
})
export type BillDrugsBody = z.input<typeof BillDrugsBody>

/** POST /api/transaction/chf (E072): an order at the product service, whose id the drug bill then names. */
export const ProductOrderBody = z.strictObject({
  patientId: z.string().min(1),
  products: z
    .array(z.strictObject({ productId: z.string().min(1), quantity: Quantity }))
    .min(1)
    .max(200),
})
export const ProductOrder = z.object({ data: z.object({ transactionId: z.string() }) })

/** A finished bill. */
export const BilledAnswer = z.object({
  message: z.string(),
  data: z.object({
    id: z.string(),
    transaction_id: z.string().describe('TRX-2026-000123'),
    total: NairaText,
    position: z.int(),
    caught_up: z.boolean(),
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

/** GET /api/service_categories?coe= (E073): what a hospital may bill, priced for it; drugs are apart. */
export const ServiceCategory = z.object({
  id: z.int(),
  category_name: z.string(),
  category_code: z.string(),
  services: z.array(
    z.object({
      id: z.string(),
      service_name: z.string(),
      service_code: z.string(),
      price: NairaText.describe("The hospital's own price, else the service's"),
    }),
  ),
})
export type ServiceCategory = z.infer<typeof ServiceCategory>
export const ServiceCategories = z.object({ data: z.array(ServiceCategory) })

/** GET /api/product (E074): the drugs that can be billed. */
export const Product = z.object({
  productId: z.string(),
  productName: z.string(),
  description: z.string(),
  price: NairaText,
  manufacturerId: z.string(),
  manufacturer: z.object({ manufacturerId: z.string(), manufacturerName: z.string() }),
})
export type Product = z.infer<typeof Product>
export const Products = z.object({ data: z.array(Product) })

/** POST /api/documents (E071): one file, pdf, png or jpg, five MiB at most; `data` is its address. */
export const UploadedDocument = z.object({
  data: z.string().describe('The address of the file'),
  document: z.object({ id: z.uuid(), file_name: z.string(), bytes: z.int(), media_type: z.string() }),
})
export type UploadedDocument = z.infer<typeof UploadedDocument>
