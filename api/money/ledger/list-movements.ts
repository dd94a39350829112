import { z } from 'zod'
import { movementsReport } from '#projections/money/posting/movements-report.ts'
import { MovementListFilter, MovementRow } from '#api/money/contracts/ledger.ts'
import { notFound } from '#api/http-error.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { isKnownAccount } from './known-account.ts'
import { LEDGER_READERS, mustReachAccount, ledgerForAll } from './ledger-reach.ts'
import { text } from '#domain/kernel/text.ts'

const Params = z.object({ account: text(120).min(1) })

/** GET /api/ledger/accounts/{account}/movements, /totals and /csv: an account's movements in order. */
export const listMovements = ledgerForAll(async (app) => {
  reportRoutes(app, {
    url: '/api/ledger/accounts/:account/movements',
    summary: 'Movements of an account',
    tag: 'Ledger',
    permission: LEDGER_READERS,
    report: movementsReport,
    query: MovementListFilter,
    params: Params,
    row: MovementRow,
    filterOf: async (
      { start_date: startDate, end_date: endDate, counter_account: counterAccount },
      reach,
      context,
      params,
    ) => {
      const account = mustReachAccount(reach, Params.parse(params).account)
      if (!(await isKnownAccount(context, account))) throw notFound('Account')
      return { account, startDate, endDate, counterAccount }
    },
  })
})
