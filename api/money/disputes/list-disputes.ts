import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import { type DisputeFilter, disputesReport } from '#projections/money/dispute/disputes-report.ts'
import type { Actor, Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { readerOf } from '#api/money/ready-for.ts'
import { hospitalNamed } from '#api/catalogue/coes/hospital-named.ts'
import { DisputeListFilter, DisputeRow } from '#api/money/contracts/dispute.ts'
import { notFound } from '#api/http-error.ts'
import { reportRoutes } from '#api/report/report-routes.ts'

const Id = z.object({ id: text(100).min(1) })
const list = {
  tag: 'Disputes',
  permission: ['VIEW_DISPUTE_CHAT', 'FLAG_TRANSACTION'],
  report: disputesReport,
  row: DisputeRow,
} as const

/** Disputes within the caller's reach (E130, E131), and those of one hospital (E132). */
export const listDisputes: FastifyPluginAsync = async (app) => {
  for (const url of ['/api/transactions/dispute', '/api/disputes']) {
    reportRoutes(app, { ...list, url, summary: 'Disputes', query: DisputeListFilter, filterOf })
  }
  reportRoutes(app, {
    ...list,
    url: '/api/coes/:id/disputes',
    summary: 'Disputes of a hospital',
    query: DisputeListFilter.omit({ coe: true }),
    params: Id,
    filterOf: async (query, reach, context, params, actor) => {
      const { id: coe } = Id.parse(params)
      const filter = await filterOf({ ...query, coe }, reach, context, params, actor)
      await hospitalNamed(context, coe)
      return filter
    },
  })
}

/** The same with what a person has not read of it. */
async function filterOf(
  query: z.output<typeof DisputeListFilter>,
  reach: Reach,
  context: AppContext,
  _: unknown,
  actor: Actor,
): Promise<DisputeFilter> {
  return { ...disputeFilter(query, reach), unreadBy: await readerOf(context, query.unread_by, actor) }
}

/** A list's filter within what its caller reaches; another hospital reads as not found. */
function disputeFilter(
  { start_date, end_date, status, coe, search }: z.output<typeof DisputeListFilter>,
  reach: Reach,
): DisputeFilter {
  const asked = { startDate: start_date, endDate: end_date, status, search: search === '' ? undefined : search }
  if (reach.kind === 'all') return { ...asked, coeId: coe }
  if (reach.kind === 'patient') throw notFound('Disputes')
  if (coe !== undefined && coe !== reach.coeId) throw notFound('Hospital')
  return { ...asked, coeId: reach.coeId }
}
