import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { hospitalPeriodsReport } from '#projections/money/hospital-period/hospital-periods-report.ts'
import { HospitalPeriodFilter, HospitalPeriodRow } from '#api/money/contracts/hospital-period.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { PAYMENT_READERS } from './payments-readers.ts'

/** GET /api/report/payments/hospitals (beyond the specs): what each hospital billed and was paid in a period. */
export const listHospitalPeriods: FastifyPluginAsyncZod = async (app) => {
  reportRoutes(app, {
    url: '/api/report/payments/hospitals',
    summary: 'Billed, paid and still owed, by hospital and period',
    tag: 'Payment',
    permission: PAYMENT_READERS,
    report: hospitalPeriodsReport,
    query: HospitalPeriodFilter,
    row: HospitalPeriodRow,
    filterOf: ({ start_date: startDate, end_date: endDate, coe }, reach) => ({
      startDate,
      endDate,
      coeId: reachedHospital(reach, coe),
    }),
  })
}
