import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Reach } from '#api/actor.ts'
import { consolidatedBillings } from '#projections/money/transaction/billing-lists.ts'
import type { TransactionFilter } from '#projections/money/transaction/transactions-report.ts'
import { TransactionListFilter, TransactionRow } from '#api/money/contracts/transaction.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { PAYMENT_READERS } from './payments-readers.ts'

/** GET /api/report/transactions/consolidated (E106): the transactions of all hospitals, as the chain's screens list them. */
export const listConsolidated: FastifyPluginAsyncZod = async (app) => {
  reportRoutes(app, {
    url: '/api/report/transactions/consolidated',
    summary: 'Transactions of all hospitals',
    tag: 'Payment',
    permission: PAYMENT_READERS,
    report: consolidatedBillings,
    query: TransactionListFilter,
    row: TransactionRow,
    filterOf: consolidatedFilter,
  })
}

/** The list's filter within what its caller reaches. */
export const consolidatedFilter = (query: TransactionListFilter, reach: Reach): TransactionFilter => ({
  startDate: query.start_date ?? query.startDate,
  endDate: query.end_date ?? query.endDate,
  coeId: reachedHospital(reach, query.coe),
  isDrug: query.is_drug === undefined ? undefined : query.is_drug === '1',
  status: query.status,
  search: query.search === '' ? undefined : query.search,
  paymentId: query.payment_id,
})
