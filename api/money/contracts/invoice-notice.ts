import { z } from 'zod'
import { INVOICE_CHAIN, INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { NairaText } from '#api/contracts/common.ts'

/** For how many days it is told how an invoice ended. */
export const TOLD_DAYS = 7

/** Who generates invoices or takes a step on them: whom they wait for, or who acted on them. */
export const INVOICE_NOTICE_PERMISSIONS = INVOICE_CHAIN.links.map(({ permission }) => permission)

/**
 * GET /api/notification/invoices, what waits first, each newest first: invoices that wait for a step of the caller's, for as long as they do; and
 * for a week how those ended that the caller acted on, or that are of the hospital whose CMD the caller is.
 */
export const InvoiceNotices = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['waiting', 'paid', 'returned']),
      step: z.enum(INVOICE_STEPS).nullable().describe('What it waits for; null at an end'),
      created_at: z.string().describe('Since when it waits, or when it ended'),
      invoice_number: z.string(),
      coe_name: z.string().nullable(),
      total: NairaText,
      is_read: z.boolean().describe('The caller has opened the bell since'),
    }),
  ),
})
export type InvoiceNotices = z.infer<typeof InvoiceNotices>
