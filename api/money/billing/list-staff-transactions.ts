import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { staffBillings } from '#projections/money/transaction/billing-lists.ts'
import type { TransactionFilter } from '#projections/money/transaction/transactions-report.ts'
import { StaffTransactionFilter } from '#api/money/contracts/billing.ts'
import { TransactionRow } from '#api/money/contracts/transaction.ts'
import { notFound } from '#api/http-error.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import type { Reach } from '#api/actor.ts'
import { text } from '#domain/kernel/text.ts'

const PERMISSION = ['BILL_SERVICES', 'BILL_DRUGS', 'VIEW_OWN_COESTAFF', 'VIEW_ALL_BILLING'] as const

const list = { report: staffBillings, row: TransactionRow, query: StaffTransactionFilter, tag: 'Billing' }

const filterOf = (query: StaffTransactionFilter, coeId: string | undefined): TransactionFilter => ({
  startDate: query.start_date,
  endDate: query.end_date,
  isDrug: query.is_drug === undefined ? undefined : query.is_drug === '1',
  status: query.status,
  search: query.search === '' ? undefined : query.search,
  coeId,
})

/** The hospital within which a caller sees bills; patients see their own elsewhere. */
function hospitalOf(reach: Reach): string | undefined {
  if (reach.kind === 'patient') throw notFound('Staff member')
  return reach.kind === 'coe' ? reach.coeId : undefined
}

/** GET /api/coestaff/{id}/transactions (E116): what one staff member has billed. */
export const listStaffTransactions: FastifyPluginAsyncZod = async (app) => {
  reportRoutes(app, {
    ...list,
    url: '/api/coestaff/:id/transactions',
    summary: 'Bills of one staff member',
    permission: PERMISSION,
    params: z.object({ id: text(100) }),
    filterOf: async (query, reach, { db }, params) => {
      const { id } = z.object({ id: z.string() }).parse(params)
      const coeId = hospitalOf(reach)
      let staff = db.selectFrom('user_account').select('id').where('id', '=', id).where('coe_id', 'is not', null)
      if (coeId !== undefined) staff = staff.where('coe_id', '=', coeId)
      if ((await staff.executeTakeFirst()) === undefined) throw notFound('Staff member')
      return { ...filterOf(query, coeId), billerId: id }
    },
  })
}

/** GET /api/coestaff/transactions: what the caller's hospital has billed, with the shares (/coestaff/billings). */
export const listHospitalTransactions: FastifyPluginAsyncZod = async (app) => {
  reportRoutes(app, {
    ...list,
    url: '/api/coestaff/transactions',
    summary: "Bills of the caller's hospital",
    permission: PERMISSION,
    filterOf: (query, reach) => {
      const coeId = hospitalOf(reach)
      if (coeId === undefined) throw notFound('Hospital')
      return filterOf(query, coeId)
    },
  })
}
