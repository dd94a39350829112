import { z } from 'zod'
import { Day, day, Instant } from '#domain/kernel/dates.ts'
import { text } from '#domain/kernel/text.ts'
import { wholeNumber } from '#domain/kernel/whole-number.ts'
import { INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { MOST_ON_INVOICE } from '#domain/money/invoice/events.ts'
import { LEFT_OFF_REASONS } from '#domain/money/invoice/left-off.ts'
import { PaidAt } from '#api/catalogue/contracts/coe.ts'
import { NairaText, one } from '#api/contracts/common.ts'
import { shown } from '#api/contracts/done.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { HospitalChoice, Key, requiredText } from '#api/contracts/input.ts'
import { rowOf } from '#api/contracts/row.ts'
import { INVOICE_FIELDS, INVOICE_LINE_FIELDS } from '#projections/money/invoice/fields.ts'
import { PERIOD_MISSING } from './invoice-steps.ts'
import { WaitedMinutes } from './waiting.ts'
import { RETURN_REASON_MISSING } from './payment.ts'

/** An invoice on the lists, newest first. */
export const InvoiceRow = rowOf(INVOICE_FIELDS)
export type InvoiceRow = z.infer<typeof InvoiceRow>

/** Filters of the lists of invoices; days are those on which they were generated, in Lagos, both included. */
export const InvoiceListFilter = z.object({
  start_date: Day.optional(),
  end_date: Day.optional(),
  coe: HospitalChoice,
  status: InvoiceRow.shape.status.optional(),
  overdue: z.enum(INVOICE_STEPS).optional().describe('What waits for that step for longer than its deadline'),
  until: Instant.optional().describe('Until when it has waited; now, or the moment asked for, when left out'),
  ready_for: text(60).optional().describe('What is ready for a person, by their user id, at the steps that are theirs'),
  search: text(60).trim().optional().describe("An invoice's or its payment's number, or that of a transaction on it"),
})
export type InvoiceListFilter = z.output<typeof InvoiceListFilter>

/** What is or was on an invoice. */
export const InvoiceLineRow = rowOf(INVOICE_LINE_FIELDS)
export type InvoiceLineRow = z.infer<typeof InvoiceLineRow>
export const InvoiceLineFilter = z.object({ status: InvoiceLineRow.shape.status.optional() })

const PeriodDay = day(PERIOD_MISSING)
const period = { startDate: PeriodDay, endDate: PeriodDay }
const Period = z.strictObject(period)

function checkPeriod({ value: { startDate, endDate }, issues }: z.core.ParsePayload<z.output<typeof Period>>): void {
  if (endDate < startDate)
    issues.push({ code: 'custom', path: ['endDate'], input: endDate, message: 'The end date is before the start date' })
}

/** GET /api/coes/invoice/preview: what an invoice for a period would hold; days of billing in Lagos, both included. */
export const InvoicePreviewQuery = Period.check(checkPeriod)

/** At most so many bills are left off one invoice by hand. */
const MOST_LEFT_OFF = 500

/**
 * POST /api/coes/invoice (E107): an invoice of the caller's own hospital for a period. With `count` and `total` as the preview
 * told them: where it would be another invoice by now, none is made.
 */
export const GenerateInvoiceBody = z
  .strictObject({
    ...period,
    count: wholeNumber(1, MOST_ON_INVOICE).optional(),
    total: NairaText.optional(),
    left_off: z
      .array(z.strictObject({ transaction_id: Key, reason: z.enum(LEFT_OFF_REASONS, 'Choose a reason') }))
      .max(MOST_LEFT_OFF)
      .optional()
      .describe('Bills of the period that the hospital leaves off, by their UUIDs, each with a reason'),
    replaces: Key.optional().describe(
      'The returned invoice of the same period that is generated again: UUID or number',
    ),
  })
  .check(checkPeriod)
export type GenerateInvoiceBody = z.input<typeof GenerateInvoiceBody>

const LeftOut = z.object({ id: z.string(), transaction_id: z.string(), total: NairaText, reason: z.string() })

export const InvoicePreview = one(
  z.object({
    count: z.int(),
    total: NairaText,
    transactions: z.array(
      z.object({
        id: z.string(),
        transaction_id: z.string(),
        created_at: z.string(),
        type: z.enum(['Drug', 'Hospital Service']),
        item: z.string(),
        line_count: z.int(),
        total: NairaText,
      }),
    ),
    left_out: z.array(LeftOut).describe('Of the period what would not be on it, and why'),
    left_out_total: NairaText,
    is_cmd: z.boolean().describe("Whether the caller's generating it is the CMD's approval at once"),
  }),
)
export type InvoicePreview = z.infer<typeof InvoicePreview>['data']

/** What a call that writes answers: the invoice's row as it stands now (spec, back-office.md 4.2: replaces the row). */
export const InvoiceDone = z.object({
  message: z.string(),
  data: z.object({
    id: z.string(),
    position: z.int().describe('Log position of its effect'),
    is_under_way: z.boolean().describe('It continues after this answer. `invoice` shows its progress.'),
    invoice: InvoiceRow.nullable().describe('Null where lists do not show it yet'),
    ...shown,
  }),
})
export type InvoiceDone = z.infer<typeof InvoiceDone>

/** POST /api/invoices/{step} (E109 to E113, and cmd_approve); `invoice_id` is the UUID or the number. */
export const InvoiceStepBody = z.strictObject({ invoice_id: Key })

/** POST /api/invoices/return: releases its transactions, with a reason. */
export const InvoiceReturnBody = z.strictObject({
  invoice_id: Key,
  reason: requiredText(1_000, RETURN_REASON_MISSING),
})

/** What a pre-flight may ask about. */
export const InvoiceActName = z.enum([...INVOICE_STEPS, 'return'])
export type InvoiceActName = z.infer<typeof InvoiceActName>

/** POST /api/invoices/preview: what a step (or the return) would do to each invoice now, by the same decisions. */
export const InvoiceActsBody = z.strictObject({ step: InvoiceActName, invoices: z.array(Key).min(1).max(200) })
export type InvoiceActsBody = z.input<typeof InvoiceActsBody>

export const InvoiceActsPreview = z.object({
  message: z.string(),
  data: z.object({
    step: InvoiceActName,
    done: z.int(),
    refused: z.int(),
    done_total: NairaText,
    refused_total: NairaText,
    paid_at: z.array(PaidAt).describe('Where the hospitals are paid'),
    outcomes: z.array(
      z.object({
        id: z.string(),
        invoice_number: z.string(),
        coe_id: z.string().nullable(),
        coe_name: z.string().nullable(),
        transactions_count: z.int(),
        computed_total: NairaText,
        outcome: z.enum(['done', 'refused']),
        reason: z.string().nullable().describe('Why not, with the name of who acted before'),
        transactions: z
          .array(LeftOut)
          .describe('Those of its transactions that would refuse, and why; the first hundred'),
        becomes: z.string().nullable().describe('The status that it would have afterwards'),
        acts: z
          .array(z.object({ step: z.string(), by: z.string(), at: z.string() }))
          .describe('Who acted before, by name'),
      }),
    ),
  }),
})
export type InvoiceActsPreview = z.infer<typeof InvoiceActsPreview>['data']

const Shares = z.object({ coe: NairaText, bank: NairaText, manufacturer: NairaText, emge: NairaText })

/** GET /api/invoices/{id} (UUID or number): an invoice with all that its paper says. */
export const InvoiceDetail = one(
  InvoiceRow.extend({
    transactions: z
      .array(
        z.object({
          id: z.string(),
          transaction_id: z.string(),
          created_at: z.string(),
          is_drug: z.boolean(),
          item: z.string().describe("The first line's name, of a service or a drug"),
          drug_id: z.string().nullable().describe("The first line's; null of services"),
          service: z.object({ service_name: z.string() }).nullable().describe("The first line's; null of drugs"),
          line_count: z.int(),
          quantity: z.int(),
          cost: NairaText,
          coe: z.object({ id: z.string(), coe_name: z.string().nullable() }),
        }),
      )
      .describe('What is on it; of a returned one, what was'),
    groups: z
      .array(
        z.object({
          kind: z.enum(['service', 'drug']),
          name: z.string(),
          description: z.string().nullable(),
          price: NairaText.describe('Of one'),
          quantity: z.int(),
          bills: z.int(),
          total: NairaText,
        }),
      )
      .describe(
        'The lines of its transactions by service or drug and unit price, services first; they add up to its total',
      ),
    shares: Shares.describe('What each party gets: as it was initiated, else as it would be by the settings of now'),
    are_shares_fixed: z.boolean().describe('As it was initiated'),
    left_out: z.array(LeftOut).describe('Of its period, as it was generated'),
    dropped: z.array(LeftOut.extend({ at: z.string(), step: z.string() })).describe('What left it as a step was taken'),
    steps: z.array(
      z.object({
        step: z.enum(INVOICE_STEPS),
        label: z.string(),
        permission: z.string(),
        by: z.string().nullable(),
        profession: z.string().nullable(),
        at: z.string().nullable(),
        state: z.enum(['done', 'current', 'waiting']),
        may_act: z.array(z.string()).describe('Who may take the current step: what people call the roles'),
        waited_minutes: z
          .int()
          .nullable()
          .describe('For how many working minutes it waited, or the current one waits; null where nothing did'),
        is_late: z.boolean().describe('The current one, for longer than its deadline'),
      }),
    ),
    returned: z.object({ by: z.string(), at: z.string(), reason: z.string().nullable() }).nullable(),
    paid_at: PaidAt.nullable().describe("Null where the hospital's events failed a check"),
    hash: z
      .string()
      .nullable()
      .describe('Of what is on it: beside its number on paper, to be verified by; null until it is generated'),
    total_in_words: z.string(),
    history: z.array(HistoryEntry),
  }),
)
export type InvoiceDetail = z.infer<typeof InvoiceDetail>['data']

/** GET /api/invoices/verify/{number}/{hash}: whether paper and log agree. Says no more than that unless they do. */
export const InvoiceVerified = one(
  z.object({
    agrees: z.boolean(),
    invoice_number: z.string().nullable(),
    coe_name: z.string().nullable(),
    computed_total: NairaText.nullable(),
    status: z.string().nullable(),
  }),
)
export type InvoiceVerified = z.infer<typeof InvoiceVerified>['data']

/** GET /api/invoices/returned: the returned invoices that the caller's hospital has yet to generate again, the oldest return first. */
export const ReturnedInvoices = one(
  z.array(
    z.object({
      id: z.string(),
      invoice_number: z.string(),
      transactions_count: z.int().describe('How many bills were on it'),
      returned_total: NairaText,
      returned_on: z.string(),
      start_date: z.string(),
      end_date: z.string(),
    }),
  ),
)
export type ReturnedInvoices = z.infer<typeof ReturnedInvoices>['data']

const Waiting = {
  invoices: z.int(),
  transactions: z.int(),
  total: NairaText,
  since: z.string().describe('Since when the oldest of it waits for this step, ISO'),
}

/** GET /api/invoices/waiting: the invoices that wait for the caller, by step and hospital, the longest waiting first. */
export const InvoicesWaiting = one(
  z.array(
    z.object({
      step: z.enum(INVOICE_STEPS),
      ...Waiting,
      hospitals: z.array(
        z.object({ coe_id: z.string(), coe_name: z.string(), ...Waiting, waited_minutes: WaitedMinutes }),
      ),
    }),
  ),
)
export type InvoicesWaiting = z.infer<typeof InvoicesWaiting>['data']
