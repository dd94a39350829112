import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sumOfFlows } from '#domain/kernel/money.ts'
import type { InvoiceStep } from '#domain/money/invoice/chain.ts'
import {
  type InvoicesAtHospital,
  INVOICES_WAITING_FROM,
  invoicesWaitingFor,
} from '#projections/money/invoice/waiting-invoices.ts'
import { TAKEN_LINKS, turnsWith } from '#domain/money/invoice/step-names.ts'
import { InvoicesWaiting } from '#api/money/contracts/invoice.ts'
import { nairaText } from '#api/naira.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { reachedHospital } from '#api/reached-hospital.ts'

/** GET /api/invoices/waiting: the invoices that wait for the caller, how long and how much, by step and hospital. */
export const viewWaitingInvoices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/invoices/waiting',
    config: {
      permission: TAKEN_LINKS.map(({ permission }) => permission),
      scope: 'reach',
      shows: INVOICES_WAITING_FROM,
    },
    schema: { tags: ['Invoices'], summary: 'What is ready for the caller', response: { 200: InvoicesWaiting } },
    handler: async (request) => {
      const { id, permissions } = request.actor()
      const coeId = reachedHospital(request.reach(), undefined)
      const until = new Date(app.context.now()).toISOString()
      const steps = turnsWith(permissions, coeId)
      const all = await readAt(app.context, undefined, INVOICES_WAITING_FROM, (db, moment) =>
        invoicesWaitingFor(db, moment, id, steps, until, coeId),
      )
      return { data: steps.flatMap((step) => ofStep(step, all)) }
    },
  })
}

/** All that waits for a step; nothing, where nothing does. */
function ofStep(step: InvoiceStep, all: readonly InvoicesAtHospital[]): InvoicesWaiting {
  const hospitals = all.filter((one) => one.step === step)
  const [oldest] = hospitals
  if (oldest === undefined) return []
  const added = (of: 'invoices' | 'transactions') => hospitals.reduce((count, one) => count + one[of], 0)
  return [
    {
      ...{ step, invoices: added('invoices'), transactions: added('transactions'), since: oldest.since },
      total: nairaText(sumOfFlows(hospitals.map(({ total }) => total))),
      hospitals: hospitals.map(({ step: _, total, ...one }) => ({ ...one, total: nairaText(total) })),
    },
  ]
}
