import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { allTransactions } from '#projections/money/transaction/billing-lists.ts'
import { TransactionListFilter, TransactionRow, TransactionSearch } from '#api/money/contracts/transaction.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { transactionFilter } from './list-filter.ts'

const list = {
  tag: 'Transactions',
  permission: 'VIEW_ALL_BILLING',
  report: allTransactions,
  row: TransactionRow,
} as const

/** The transactions of all hospitals (E122, E123, and E125 by `search`), and the search by number (E124). */
export const listTransactions: FastifyPluginAsyncZod = async (app) => {
  for (const url of ['/api/v2/transactions', '/api/transactions']) {
    reportRoutes(app, {
      ...list,
      url,
      summary: 'Transactions of all hospitals',
      query: TransactionListFilter,
      filterOf: (query, reach) => transactionFilter(query, reach),
    })
  }
  reportRoutes(app, {
    ...list,
    url: '/api/transaction/search',
    summary: 'Transactions by their number or a CHF id',
    query: TransactionSearch,
    filterOf: ({ q: search, coe }, reach) => transactionFilter({ search, coe }, reach),
  })
}
