import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { handle } from '#commands/handle.ts'
import { Day } from '#domain/kernel/dates.ts'
import { calendar, HOLIDAYS } from '#domain/people/calendar/calendar.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { HolidayBody, HolidayNameBody } from '#api/people/contracts/holiday.ts'

/** The path of a public holiday. */
export const HolidayPath = z.object({ day: Day })

const common = { tag: 'Holidays', permission: 'MANAGE_SITE_SETTING', scope: 'all', shows: ['holiday'] } as const

/** POST /api/holidays: a day on which no clock runs. */
export const addHoliday: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...common,
    url: '/api/holidays',
    summary: 'Add a public holiday',
    body: HolidayBody,
    reach: ({ body }) => body,
    run: async ({ request, context }, holiday) =>
      ofId(holiday.day, await handle(context.handler, calendar, HOLIDAYS, commandFrom(request, 'AddHoliday', holiday))),
    message: 'The public holiday has been added',
  })
}

/** PUT /api/holidays/{day}: another name. */
export const renameHoliday: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...common,
    method: 'PUT',
    url: '/api/holidays/:day',
    summary: 'Rename a public holiday',
    params: HolidayPath,
    body: HolidayNameBody,
    reach: ({ params: { day }, body: { name } }) => ({ day, name }),
    run: async ({ request, context }, holiday) =>
      ofId(
        holiday.day,
        await handle(context.handler, calendar, HOLIDAYS, commandFrom(request, 'RenameHoliday', holiday)),
      ),
    message: 'The public holiday has been renamed',
  })
}

/** DELETE /api/holidays/{day}: clocks run on that day. */
export const removeHoliday: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...common,
    method: 'DELETE',
    url: '/api/holidays/:day',
    summary: 'Remove a public holiday',
    params: HolidayPath,
    body: NoBody,
    reach: ({ params: { day } }) => ({ day }),
    run: async ({ request, context }, holiday) =>
      ofId(
        holiday.day,
        await handle(context.handler, calendar, HOLIDAYS, commandFrom(request, 'RemoveHoliday', holiday)),
      ),
    message: 'The public holiday has been removed',
  })
}
