import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { load } from '#commands/handle.ts'
import { sumOfFlows } from '#domain/kernel/money.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { INVOICE_STEPS, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import { turnsWith } from '#domain/money/invoice/step-names.ts'
import { deadlinesIn, setting, SITE } from '#domain/people/setting/setting.ts'
import { LATE_FROM, lateBills } from '#projections/money/step-time/late-bills.ts'
import { LateAnswer } from '#api/money/contracts/waiting.ts'
import { nairaText } from '#api/naira.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { PAYMENT_READERS } from './payments-readers.ts'

/** GET /api/fanda/payment/late (beyond the specs): deadlines passed, for who is late and for who is above (docs/decisions/0102). */
export const viewLate: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/fanda/payment/late',
    config: { permission: [...PAYMENT_READERS, 'APPROVE_INVOICE'], scope: 'reach', shows: LATE_FROM },
    schema: { tags: ['Payment'], summary: 'What is overdue', response: { 200: LateAnswer } },
    handler: async (request) => {
      const { handler, now } = app.context
      const { permissions } = request.actor()
      const coeId = reachedHospital(request.reach(), undefined)
      const own = turnsWith(permissions, coeId)
      const until = new Date(now()).toISOString()
      const steps = stepsSeen(permissions, own)
      const all = await readAt(app.context, undefined, LATE_FROM, (db, moment) =>
        lateBills(db, moment, until, steps, coeId),
      )
      const deadlines = deadlinesIn(await load(handler, setting, SITE))
      const ways = steps.flatMap((step) => [false, true].map((byInvoice) => ({ step, byInvoice })))
      const data = ways.flatMap(({ step, byInvoice }) => {
        const hospitals = all.filter((one) => one.step === step && one.by_invoice === byInvoice)
        const [oldest] = hospitals
        if (oldest === undefined) return []
        return {
          ...{
            step,
            by_invoice: byInvoice,
            is_own: own.includes(step),
            deadline: deadlines[step],
            oldest: oldest.oldest,
          },
          transactions: hospitals.reduce((count, { transactions }) => count + transactions, 0),
          invoices: hospitals.reduce((count, { invoices }) => count + invoices, 0),
          total: nairaText(sumOfFlows(hospitals.map(({ total }) => total))),
          hospitals: hospitals.map(({ step: _, by_invoice: __, total, ...one }) => ({
            ...one,
            total: nairaText(total),
          })),
        }
      })
      return { data }
    },
  })
}

/** Whose lateness somebody is told: their own, that of the offices before theirs, and everybody's where they take no step. */
function stepsSeen(held: ReadonlySet<Permission>, own: readonly InvoiceStep[]): readonly InvoiceStep[] {
  if (own.length === 0) return held.has('VIEW_CHF_REPORT') ? INVOICE_STEPS : []
  return INVOICE_STEPS.slice(0, Math.max(...own.map((step) => INVOICE_STEPS.indexOf(step))) + 1)
}
