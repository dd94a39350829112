import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sumOfFlows } from '#domain/kernel/money.ts'
import { namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { paymentsReport } from '#projections/money/payment/payments-report.ts'
import { pageOf } from '#projections/report/pages.ts'
import { rolesWith } from '#projections/people/role/roles-with.ts'
import type { AppContext } from '#api/context.ts'
import { PaymentDetail, PaymentRow } from '#api/money/contracts/payment.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { inNaira } from '#api/report/in-naira.ts'
import { reachedHospital } from '#api/money/reached-hospital.ts'
import { PAYMENT_READERS } from './payments-readers.ts'
import { text } from '#domain/kernel/text.ts'

/** GET /api/fanda/payment/{id}: one payment, its transactions and shares. */
export const viewPayment: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/fanda/payment/:id',
    config: { permission: PAYMENT_READERS, scope: 'reach', shows: [...paymentsReport.models, 'transaction'] },
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
      const payment = PaymentRow.parse(inNaira(paymentsReport, row))
      const waiting = await waitingOf(db, payment)
      return { data: { ...payment, shares, payment_transactions: transactions, waiting } }
    },
  })
}

/** The step that follows a payment's status. */
async function waitingOf(db: AppContext['db'], payment: PaymentRow): Promise<PaymentDetail['waiting']> {
  const taken = PAYMENT_CHAIN.links.find(({ status }) => status === payment.status)
  const next = taken && PAYMENT_CHAIN.next(taken.to)
  const since = taken === undefined ? null : payment[namesOf(taken).at]
  if (next === undefined || since === null) return null
  return { may_act: await rolesWith(db, next.permission), since }
}
