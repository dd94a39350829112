import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { type Found, SearchAnswer, SearchBody } from '#api/money/contracts/search.ts'
import { INVOICE_READERS } from '#api/money/invoices/invoice-readers.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { SEARCHED, search } from './searched.ts'

/** Who opens what: the permissions of the screens that a find leads to. A kind that a caller cannot open is not looked for. */
const OPENS: Readonly<Record<Found['kind'], readonly Permission[]>> = {
  patient: ['VIEW_PATIENT', 'VIEW_PATIENT_CAREPLAN', 'BILL_SERVICES', 'BILL_DRUGS'],
  transaction: [
    'VIEW_ALL_BILLING',
    'VIEW_CHF_REPORT',
    'BILL_SERVICES',
    'BILL_DRUGS',
    'VIEW_COE_ANALYTICS',
    'APPLY_FUND',
  ],
  payment: ['VIEW_CHF_REPORT', ...PAYMENT_CHAIN.permissions],
  invoice: INVOICE_READERS,
  hospital: ['VIEW_COE_ANALYTICS'],
  wallet: ['VIEW_LEDGER'],
}

/**
 * POST /api/search: one search over people by CHF id, bills, payments, invoices, hospitals and wallets. What is out of reach is
 * not there: it is in no answer and in no count.
 */
export const searchAll: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/search',
    config: {
      permission: [...new Set(Object.values(OPENS).flat())],
      scope: 'reach',
      idempotency: 'none',
      limit: 'search',
    },
    schema: {
      tags: ['Search'],
      summary: 'Find people, bills, payments, invoices, hospitals and wallets',
      body: SearchBody,
      response: { 200: SearchAnswer },
    },
    handler: async (request) => {
      const { permissions } = request.actor()
      const reach = request.reach()
      const kinds = (Object.keys(OPENS) as Found['kind'][]).filter((kind) =>
        OPENS[kind].some((one) => permissions.has(one)),
      )
      const sees = permissions.has('VIEW_PERSONAL_DATA')
      const data = await readAt(app.context, undefined, SEARCHED, (db, moment) =>
        search(db, moment, { text: request.body.text, kinds, reach, sees }),
      )
      return { data }
    },
  })
}
