import type { FastifyPluginAsync } from 'fastify'
import { fundingsReport } from '#projections/money/funding/fundings-report.ts'
import { FundingListFilter, FundingView } from '#api/money/contracts/funding.ts'
import { confirmableBy } from '#api/money/ready-for.ts'
import { notFound } from '#api/http-error.ts'
import { reportRoutes } from '#api/report/report-routes.ts'

/** GET /api/fundings, /totals and /csv: pool credits, allocations and money into wallets. */
export const listFundings: FastifyPluginAsync = async (app) => {
  reportRoutes(app, {
    url: '/api/fundings',
    summary: 'Movements of funds',
    tag: 'Funds',
    permission: ['VIEW_CHF_REPORT', 'VIEW_COE_ANALYTICS'],
    report: fundingsReport,
    query: FundingListFilter,
    row: FundingView,
    filterOf: async ({ start_date, end_date, kind, status, coe, ready_for: by, search }, reach, context, _, actor) => {
      if (reach.kind === 'patient') throw notFound('Funds')
      if (reach.kind === 'coe' && coe !== undefined && coe !== reach.coeId) throw notFound('Hospital')
      const coeId = reach.kind === 'coe' ? reach.coeId : coe
      const readyFor = await confirmableBy(context, by, actor)
      return { readyFor, startDate: start_date, endDate: end_date, kind, status, coeId, search }
    },
  })
}
