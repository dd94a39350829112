import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paymentsReport } from '#projections/money/payment/payments-report.ts'
import { PaymentListFilter, PaymentRow } from '#api/money/contracts/payment.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { PAYMENT_READERS } from './payments-readers.ts'

/** GET /api/fanda/payment (E104): the payments report, with its totals and CSV. */
export const listPayments: FastifyPluginAsyncZod = async (app) => {
  reportRoutes(app, {
    url: '/api/fanda/payment',
    summary: 'Payments per hospital',
    tag: 'Payment',
    permission: PAYMENT_READERS,
    report: paymentsReport,
    query: PaymentListFilter,
    row: PaymentRow,
    filterOf: ({ start_date: startDate, end_date: endDate, coe, status, search }, reach) => ({
      startDate,
      endDate,
      status,
      search: search === '' ? undefined : search,
      coeId: reachedHospital(reach, coe),
    }),
  })
}
