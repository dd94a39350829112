import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { stepTimesReport } from '#projections/money/step-time/step-times-report.ts'
import { StepTimeFilter, StepTimeRow } from '#api/money/contracts/step-time.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { PAYMENT_READERS } from './payments-readers.ts'

/** GET /api/report/payments/steps (beyond the specs): the time in each step by hospital and office, in working time. */
export const listStepTimes: FastifyPluginAsyncZod = async (app) => {
  reportRoutes(app, {
    url: '/api/report/payments/steps',
    summary: 'Time in each step, per hospital and office',
    tag: 'Payment',
    permission: PAYMENT_READERS,
    report: stepTimesReport,
    query: StepTimeFilter,
    row: StepTimeRow,
    filterOf: async (
      { start_date: startDate, end_date: endDate, coe, until },
      reach,
      _context,
      _params,
      _actor,
      _day,
      instant,
    ) => ({
      startDate,
      endDate,
      coeId: reachedHospital(reach, coe),
      until: until ?? (await instant()),
    }),
  })
}
