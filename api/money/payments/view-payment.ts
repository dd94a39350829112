import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ERASED } from '#domain/kernel/event-table.ts'
import { sumOfFlows } from '#domain/kernel/money.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { paymentsReport } from '#projections/money/payment/payments-report.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { pageOf } from '#projections/report/pages.ts'
import { rolesWith } from '#projections/people/role/roles-with.ts'
import type { AppContext } from '#api/context.ts'
import { paidAt } from '#api/catalogue/coes/paid-at.ts'
import { PaymentDetail, PaymentRow } from '#api/money/contracts/payment.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { asAnswered } from '#api/report/in-naira.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { mayReadNotes } from '#api/money/transactions/notes.ts'
import { workClock } from '#api/money/transactions/work-clock.ts'
import { PAYMENT_READERS } from './payments-readers.ts'
import { text } from '#domain/kernel/text.ts'

/** GET /api/fanda/payment/{id}: one payment, its transactions and shares. */
export const viewPayment: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/fanda/payment/:id',
    config: {
      permission: PAYMENT_READERS,
      scope: 'reach',
      shows: [...paymentsReport.models, 'transaction', 'transaction_return'],
    },
    schema: {
      tags: ['Payment'],
      summary: 'One payment',
      params: z.object({ id: text(60) }),
      response: { 200: PaymentDetail },
    },
    handler: async (request) => {
      const { db } = app.context
      const { id } = request.params
      const filter = { id, coeId: reachedHospital(request.reach(), undefined) }
      const { rows } = await pageOf(db, paymentsReport, { filter, limit: 1 })
      const [row] = rows
      if (row === undefined) throw notFound('Payment')
      const found = await db
        .selectFrom('transaction')
        .select(['id', 'reference', 'status', 'total', 'billed_at'])
        .select(['share_coe', 'share_bank', 'share_manufacturer', 'share_emge'])
        .where('payment_id', '=', id)
        .orderBy('billed_at')
        .orderBy('id')
        .execute()
      const shareOf = (share: 'share_coe' | 'share_bank' | 'share_manufacturer' | 'share_emge') =>
        nairaText(sumOfFlows(found.map((one) => one[share] ?? 0)))
      const shares = {
        coe: shareOf('share_coe'),
        bank: shareOf('share_bank'),
        manufacturer: shareOf('share_manufacturer'),
        emge: shareOf('share_emge'),
      }
      const transactions = found.map(({ id: transactionId, reference, status, total, billed_at: billedAt }) => ({
        id: transactionId,
        transaction_id: reference,
        status,
        total: nairaText(total),
        created_at: billedAt ?? '',
      }))
      const returned = await returnedOutOf(db, id, mayReadNotes(request.actor().permissions))
      const payment = PaymentRow.parse(asAnswered(paymentsReport, row))
      const waiting = await waitingOf(app.context, payment)
      const of = { coeId: payment.coe.id, since: payment.initiated_on }
      const paid = await paidAt(app.context, request.actor(), of)
      return {
        data: {
          ...{ ...payment, shares, payment_transactions: transactions, returned_transactions: returned, waiting },
          paid_at: paid ?? null,
        },
      }
    },
  })
}

const WITH_INVOICE = 'It left with its invoice'

/** What was sent back out of a payment, by whom and why, in the order in which it was; reasons for those who may read them. */
async function returnedOutOf(
  db: AppContext['db'],
  paymentId: string,
  maySeeReasons: boolean,
): Promise<PaymentDetail['returned_transactions']> {
  const found = await db
    .selectFrom('transaction_return as r')
    .innerJoin('transaction as t', 't.id', 'r.transaction_id')
    .select(['t.id', 't.reference', 'r.total', 'r.returned_by', 'r.returned_at', 'r.reason'])
    .select(['r.answered_at', 'r.invoice_id'])
    .where('r.payment_id', '=', paymentId)
    .orderBy('r.returned_at')
    .orderBy('t.id')
    .execute()
  const nameOf = await peopleNames(
    db,
    found.map(({ returned_by: by }) => by),
  )
  return found.map(({ id, reference, total, returned_by: by, returned_at: at, reason, ...rest }) => ({
    ...{ id, transaction_id: reference, total: nairaText(total), by: nameOf(by), at },
    answered_at: rest.answered_at,
    // An invoice is returned as a whole: its own record says why.
    reason: rest.invoice_id !== null ? WITH_INVOICE : maySeeReasons ? (reason ?? ERASED) : null,
  }))
}

/** The step that follows a payment's status. */
async function waitingOf(context: AppContext, payment: PaymentRow): Promise<PaymentDetail['waiting']> {
  const { status, waits_since: since } = payment
  const taken = PAYMENT_CHAIN.links.find((link) => link.status === status)
  const next = taken && PAYMENT_CHAIN.next(taken.to)
  if (next === undefined || since === null) return null
  const { waiting } = await workClock(context)
  return { may_act: await rolesWith(context.db, next.permission), since, ...waiting(next.step, since) }
}
