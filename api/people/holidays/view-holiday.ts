import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { calendar, HOLIDAYS } from '#domain/people/calendar/calendar.ts'
import { type CalendarEvent, calendarEvents } from '#domain/people/calendar/events.ts'
import { historyOf, type Said } from '#api/history.ts'
import { notFound } from '#api/http-error.ts'
import { HolidayDetail } from '#api/people/contracts/holiday.ts'
import { HolidayPath } from './change-holidays.ts'

/** GET /api/holidays/{day}: a public holiday with its whole history, from the log; a removed one too. */
export const viewHoliday: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/holidays/:day',
    config: { permission: 'MANAGE_SITE_SETTING', scope: 'all', shows: ['user_account'] },
    schema: {
      tags: ['Holidays'],
      summary: 'One public holiday with its history',
      params: HolidayPath,
      response: { 200: HolidayDetail },
    },
    handler: async (request) => {
      const { day } = request.params
      const { context } = app
      const recorded = await context.log.read<CalendarEvent>(`${calendar.category}-${HOLIDAYS}`)
      const past = recorded.filter(({ event }) => event.data.day === day)
      const name = past.map(({ event: { data } }) => data).findLast((data) => 'name' in data)?.name
      if (name === undefined) throw notFound('Public holiday')
      const history = await historyOf(
        context,
        { events: past, unread: [] },
        { events: calendarEvents, inWords, isMasked: false },
      )
      return { data: { day, name, is_removed: past.at(-1)?.event.type === 'HolidayRemoved', history } }
    },
  })
}

function inWords({ type, data }: CalendarEvent): Said {
  switch (type) {
    case 'HolidayAdded':
      return { what: `Added as ${data.name}`, why: null }
    case 'HolidayRenamed':
      return { what: `Renamed to ${data.name}`, why: null }
    case 'HolidayRemoved':
      return { what: 'Removed', why: null }
  }
}
