import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { pageOf } from '#projections/report/pages.ts'
import { transactionsReport } from '#projections/money/transaction/transactions-report.ts'
import { TransactionRow } from '#api/money/contracts/transaction.ts'
import { OwnBill } from '#api/money/contracts/wallet.ts'
import { notFound } from '#api/http-error.ts'
import { asAnswered } from '#api/report/in-naira.ts'
import { linesOf, notesIn } from './bill-content.ts'
import { text } from '#domain/kernel/text.ts'

/** GET /api/patients/bills/{id}: a patient's own bill with lines, comment and documents; anybody else's is not found. */
export const viewOwnBill: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/patients/bills/:id',
    config: { permission: 'APPLY_FUND', scope: 'own', shows: [...transactionsReport.models, 'transaction_line'] },
    schema: {
      tags: ['Transactions'],
      summary: "One of the caller's own bills",
      params: z.object({ id: text(100).min(1) }),
      response: { 200: OwnBill },
    },
    handler: async (request) => {
      const { context } = app
      const { patient } = request.actor()
      if (patient === null) throw notFound('Bill')
      const filter = { id: request.params.id, patientId: patient.id }
      const { rows } = await pageOf(context.db, transactionsReport, { filter, limit: 1 })
      const [row] = rows
      if (row === undefined) throw notFound('Bill')
      const bill = TransactionRow.parse(asAnswered(transactionsReport, row))
      const { events: past } = await context.log.readWhatHolds<TransactionEvent>(`transaction-${bill.id}`)
      return { data: { ...bill, ...notesIn(past), transactions: await linesOf(context, bill.id) } }
    },
  })
}
