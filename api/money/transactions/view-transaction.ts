import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { type TransactionEvent, transactionEvents } from '#domain/money/transaction/events.ts'
import { pageOf } from '#projections/report/pages.ts'
import { transactionsReport } from '#projections/money/transaction/transactions-report.ts'
import { TransactionDetail, TransactionRow } from '#api/money/contracts/transaction.ts'
import { historyOf } from '#api/history.ts'
import { notFound } from '#api/http-error.ts'
import { asAnswered } from '#api/report/in-naira.ts'
import { disputeIn } from '#api/money/disputes/dispute-view.ts'
import { linesOf, notesIn } from './bill-content.ts'
import { chainOf } from './chain-view.ts'
import { inWords } from './in-words.ts'
import { sentBackWith } from './sent-back-with.ts'
import { within } from './list-filter.ts'
import { mayReadNotes } from './notes.ts'
import { returnIn } from './return-view.ts'
import { text } from '#domain/kernel/text.ts'

/** Whoever sees bills in any list may open one that they reach. */
export const BILL_READERS = [
  'VIEW_ALL_BILLING',
  'VIEW_CHF_REPORT',
  'VIEW_COE_ANALYTICS',
  'GENERATE_INVOICE',
  'VIEW_PATIENT_CAREPLAN',
  'BILL_SERVICES',
  'BILL_DRUGS',
  ...PAYMENT_CHAIN.permissions,
] as const

/** Whether it took the bill out of a payment, alone or with its invoice. */
const isReturn = ({ type, data }: TransactionEvent): boolean =>
  type === 'TransactionPaymentReturned' || (type === 'TransactionReleased' && data.paymentId !== undefined)

/** GET /api/transactions/{id} (E125): lines, shares, notes, where it stands in the chain, and its whole history. */
export const viewTransaction: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/transactions/:id',
    config: { permission: BILL_READERS, scope: 'reach', shows: [...transactionsReport.models, 'transaction_line'] },
    schema: {
      tags: ['Transactions'],
      summary: 'One transaction with its history',
      params: z.object({ id: text(100).min(1) }),
      response: { 200: TransactionDetail },
    },
    handler: async (request) => {
      const { context } = app
      const filter = { id: request.params.id, ...within(request.reach(), undefined) }
      const { rows } = await pageOf(context.db, transactionsReport, { filter, limit: 1 })
      const [row] = rows
      if (row === undefined) throw notFound('Transaction')
      const data = TransactionRow.parse(asAnswered(transactionsReport, row))
      const past = await context.log.readWhatHolds<TransactionEvent>(`transaction-${data.id}`)
      const isMasked = !mayReadNotes(request.actor().permissions)
      const said = past.events.map(({ event }) => event)
      const invoices = await sentBackWith(context, said, isMasked)
      const words = (event: TransactionEvent) => inWords(event, invoices)
      const notes = isMasked ? { comment: null, documents: [] } : notesIn(past.events)
      return {
        data: {
          ...data,
          ...notes,
          is_masked: isMasked,
          transactions: await linesOf(context, data.id),
          chain: await chainOf(context, data.id, said),
          history: await historyOf(context, past, { events: transactionEvents, inWords: words, isMasked }),
          returns: past.events.filter(({ event }) => isReturn(event)).length,
          returned: await returnIn(context, past.events, isMasked),
          dispute: await disputeIn(context, past.events, request, isMasked),
        },
      }
    },
  })
}
