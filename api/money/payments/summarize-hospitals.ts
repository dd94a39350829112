import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { sumOfFlows } from '#domain/kernel/money.ts'
import { type HospitalStage, hospitalStages } from '#projections/money/payment/hospital-stages.ts'
import { transactionsReport } from '#projections/money/transaction/transactions-report.ts'
import { HospitalSummary, HospitalSummaryQuery } from '#api/money/contracts/payment.ts'
import { nairaText } from '#api/naira.ts'
import { asOfPosition } from '#api/report/as-of.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { freeIn, groupOf } from './payment-group.ts'
import { PAYMENT_READERS } from './payments-readers.ts'

/** GET /api/report/billing/summary/billings (E105): billings per hospital and where they stand in the chain. */
export const summarizeHospitals: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/report/billing/summary/billings',
    config: { permission: PAYMENT_READERS, scope: 'reach', shows: transactionsReport.models },
    schema: {
      tags: ['Payment'],
      summary: 'Billings per hospital',
      querystring: HospitalSummaryQuery,
      response: { 200: HospitalSummary },
    },
    handler: async (request) => {
      const { start_date: startDate, end_date: endDate, coe, is_drug: isDrug, ...moment } = request.query
      const asOf = await asOfPosition(app.context, moment, transactionsReport.models)
      const filter = {
        startDate,
        endDate,
        coeId: reachedHospital(request.reach(), coe),
        isDrug: isDrug === undefined ? undefined : isDrug === '1',
      }
      const readiness = { by: request.actor().id, steps: PAYMENT_CHAIN.stepsWith(request.actor().permissions) }
      const stages = await hospitalStages(app.context.db, filter, asOf, readiness)
      const hospitals = [...new Set(stages.map(({ coe_id: coeId }) => coeId))]
      return { data: hospitals.map((coeId) => hospitalOf(coeId, stages)) }
    },
  })
}

function hospitalOf(coeId: string, all: readonly HospitalStage[]) {
  const stages = all.filter(({ coe_id: owner }) => owner === coeId)
  const figures = stages.map(
    ({ status, transactions, total }) => [status, { transactions, total: nairaText(total) }] as const,
  )
  return {
    coe_id: coeId,
    coe_name: stages[0]?.coe_name ?? '',
    transactions: stages.reduce((count, { transactions }) => count + transactions, 0),
    total: nairaText(sumOfFlows(stages.map(({ total }) => total))),
    by_status: Object.fromEntries(figures),
    ready: {
      transactions: stages.reduce((count, { ready }) => count + ready, 0),
      total: nairaText(sumOfFlows(stages.map((one) => one.ready_total))),
    },
    on_invoice: {
      transactions: stages.reduce((count, { transactions, free }) => count + transactions - free, 0),
      total: nairaText(sumOfFlows(stages.map((one) => one.on_invoice_total))),
    },
    payment_group: groupOf(freeIn(stages)) ?? null,
  }
}
