import { foldedName } from '#domain/kernel/folded-name.ts'
import type { CalendarEvent } from '#domain/people/calendar/events.ts'
import { handlers, type ReadModel } from '#projections/read-model.ts'

/** A public holiday; `day` is YYYY-MM-DD, `by` who added it. */
export type HolidayRow = { day: string; name: string; name_key: string; by: string; added_at: string }

const named = (name: string) => ({ name, name_key: foldedName(name) })

/** Serves the list of public holidays and every clock, now and as of. */
export const holiday: ReadModel<HolidayRow, 'holiday'> = {
  name: 'holiday',
  revision: 2,
  temporal: true,
  columns: {
    day: 'date not null',
    name: 'text not null',
    name_key: 'text collate "C" not null',
    by: 'text not null',
    added_at: 'timestamptz not null',
  },
  key: ['day'],
  on: handlers<HolidayRow, CalendarEvent>({
    HolidayAdded: ({ event: { data } }) => {
      const { day, name, by, at: added_at } = data
      return [{ key: [day], fold: () => ({ day, ...named(name), by, added_at }) }]
    },
    HolidayRenamed: ({ event: { data } }) => [
      { key: [data.day], fold: (row) => row && { ...row, ...named(data.name) } },
    ],
    HolidayRemoved: ({ event: { data } }) => [{ key: [data.day], fold: () => undefined }],
  }),
}
