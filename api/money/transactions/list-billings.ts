import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { coeBillings, patientBillings } from '#projections/money/transaction/billing-lists.ts'
import { hospitalNamed } from '#api/catalogue/coes/hospital-named.ts'
import type { AppContext } from '#api/context.ts'
import { TransactionListFilter, TransactionRow } from '#api/money/contracts/transaction.ts'
import { notFound } from '#api/http-error.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import type { Reach } from '#api/actor.ts'
import { transactionFilter } from './list-filter.ts'
import { text } from '#domain/kernel/text.ts'

const Id = z.object({ id: text(100).min(1) })

/** Billing histories: of a hospital (E115), of a patient (E118), one's own (E117). */
export const listBillings: FastifyPluginAsyncZod = async (app) => {
  reportRoutes(app, {
    url: '/api/coes/:id/billings',
    summary: "A hospital's billing history",
    tag: 'Transactions',
    // Other hospitals by VIEW_CHF_REPORT; its own for who sees its figures (spec, E115), and of those for who makes invoices
    // what can be on one: what is unpaid (domain.md, Invoice).
    permission: ['VIEW_CHF_REPORT', 'VIEW_COE_ANALYTICS', 'GENERATE_INVOICE'],
    report: coeBillings,
    query: TransactionListFilter.omit({ coe: true }).extend({
      coe_cap_id: text(60).optional().describe("The hospital's CAP number: another hospital's is not found"),
    }),
    params: Id,
    row: TransactionRow,
    filterOf: async ({ coe_cap_id: capId, ...query }, reach, context, params, { permissions }) => {
      const { id: coe } = Id.parse(params)
      const seesAll = permissions.has('VIEW_CHF_REPORT') || permissions.has('VIEW_COE_ANALYTICS')
      const filter = { ...transactionFilter({ ...query, coe }, reach), ...(!seesAll && { isUnpaid: true }) }
      const hospital = await hospitalNamed(context, coe)
      if (capId !== undefined && capId !== hospital.capId) throw notFound('Hospital')
      return filter
    },
  })
  reportRoutes(app, {
    url: '/api/patients/billing_history/:id',
    summary: "A patient's billing history",
    tag: 'Transactions',
    permission: 'VIEW_PATIENT_CAREPLAN',
    report: patientBillings,
    query: TransactionListFilter,
    params: Id,
    row: TransactionRow,
    filterOf: async (query, reach, context, params) => ({
      ...transactionFilter(query, reach),
      patientId: await reachedPatient(context, Id.parse(params).id, reach),
    }),
  })
  reportRoutes(app, {
    url: '/api/patients/billing_history',
    summary: "The caller's own billing history",
    tag: 'Transactions',
    permission: 'APPLY_FUND',
    report: patientBillings,
    query: TransactionListFilter,
    row: TransactionRow,
    filterOf: (query, reach) => {
      if (reach.kind !== 'patient') throw notFound('Billing history')
      return transactionFilter(query, reach)
    },
  })
}

/** The id of a patient named by id or CHF id; one whom the caller does not reach is not there. */
export async function reachedPatient({ db }: AppContext, idOrChfId: string, reach: Reach): Promise<string> {
  const patient = await db
    .selectFrom('patient')
    .select(['id', 'coe_id'])
    .where((eb) => eb.or([eb('id', '=', idOrChfId), eb('chf_id', '=', idOrChfId.toUpperCase())]))
    .executeTakeFirst()
  const reached =
    reach.kind === 'all' || (reach.kind === 'coe' ? patient?.coe_id === reach.coeId : patient?.id === reach.patientId)
  if (patient === undefined || !reached) throw notFound('Patient')
  return patient.id
}
