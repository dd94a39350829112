import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Actor, Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { readinessOf } from '#api/money/ready-for.ts'
import { consolidatedBillings } from '#projections/money/transaction/billing-lists.ts'
import type { TransactionFilter } from '#projections/money/transaction/transactions-report.ts'
import { atStage } from '#api/money/transactions/list-filter.ts'
import { ChainListFilter, ChainListRow } from '#api/money/contracts/transaction.ts'
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
    query: ChainListFilter,
    row: ChainListRow,
    filterOf: (query, reach, context, _, actor, __, instant) =>
      consolidatedFilter(context, query, reach, actor, instant),
  })
}

/** The list's filter within what its caller reaches. */
export const consolidatedFilter = async (
  context: AppContext,
  query: ChainListFilter,
  reach: Reach,
  actor: Actor,
  instant: () => Promise<string>,
): Promise<TransactionFilter> => ({
  startDate: query.start_date ?? query.startDate,
  endDate: query.end_date ?? query.endDate,
  coeId: reachedHospital(reach, query.coe),
  isDrug: query.is_drug === undefined ? undefined : query.is_drug === '1',
  status: query.status,
  ...atStage(query.stage),
  search: query.search === '' ? undefined : query.search,
  paymentId: query.payment_id,
  readyFor: await readinessOf(context, query.ready_for, actor, query.step),
  overdue: query.overdue && { step: query.overdue, until: query.until ?? (await instant()) },
  waiting:
    query.waits_for === undefined && query.age === undefined
      ? undefined
      : { step: query.waits_for, age: query.age, until: query.until ?? (await instant()) },
  isOnInvoice: query.on_invoice === undefined ? undefined : query.on_invoice === '1',
})
