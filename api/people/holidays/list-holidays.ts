import type { FastifyPluginAsync } from 'fastify'
import { holidaysReport } from '#projections/people/holiday/holidays-report.ts'
import { HolidayListFilter, HolidayView } from '#api/people/contracts/holiday.ts'
import { reportRoutes } from '#api/report/report-routes.ts'

/** GET /api/holidays, /totals and /csv: the public holidays, on which no clock runs. */
export const listHolidays: FastifyPluginAsync = async (app) => {
  reportRoutes(app, {
    url: '/api/holidays',
    summary: 'Public holidays',
    tag: 'Holidays',
    permission: 'MANAGE_SITE_SETTING',
    report: holidaysReport,
    query: HolidayListFilter,
    row: HolidayView,
    // They belong to no hospital.
    filterOf: (filter) => filter,
  })
}
