import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { trialBalanceReport } from '#projections/money/account/trial-balance-report.ts'
import { TrialBalanceRow } from '#api/money/contracts/ledger.ts'
import { notFound } from '#api/http-error.ts'
import { reportRoutes } from '#api/report/report-routes.ts'

/** GET /api/ledger/trial-balance, /totals and /csv: every kind of account, now or as of a moment; adds up to zero. */
export const listTrialBalance: FastifyPluginAsync = async (app) => {
  reportRoutes(app, {
    url: '/api/ledger/trial-balance',
    summary: 'Trial balance',
    tag: 'Ledger',
    permission: 'VIEW_LEDGER',
    report: trialBalanceReport,
    query: z.object({}),
    row: TrialBalanceRow,
    filterOf: (_query, reach) => {
      if (reach.kind !== 'all') throw notFound('Trial balance')
      return {}
    },
  })
}
