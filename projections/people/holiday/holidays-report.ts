import { hasWords } from '#projections/folded-search.ts'
import { sql } from 'kysely'
import { columnsOf, type Report } from '#projections/report/report.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import { HOLIDAY_FIELDS } from './fields.ts'
import { holiday } from './holiday.ts'

/** Which holidays: those of a year, or with part of a name. */
export type HolidayFilter = { readonly search?: string | undefined; readonly year?: number | undefined }

/** The public holidays, the latest first. */
export const holidaysReport: Report<HolidayFilter> = {
  name: 'holidays',
  models: ['holiday', 'staff_name'],
  key: sql`h.day::text`,
  defaultSort: { column: 'day', descending: true },
  columns: columnsOf(HOLIDAY_FIELDS, {
    day: sql`h.day`,
    weekday: sql`to_char(h.day, 'FMDay')`,
    name: sql`h.name`,
    added_by: sql`coalesce(u.name, '')`,
    added_at: sql`h.added_at`,
  }),
  from: (moment) => sql`${moment.rowsOf(holiday)} h left join ${staffNames(moment)} u on u.id = h.by`,
  where: ({ search = '', year }) => [
    ...(search === '' ? [] : [hasWords(sql`h.name_key`, search)]),
    ...(year === undefined ? [] : [sql`extract(year from h.day) = ${year}`]),
  ],
}
