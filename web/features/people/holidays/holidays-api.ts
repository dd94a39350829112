import { queryOptions } from '@tanstack/react-query'
import type { Done } from '#api/contracts/done.ts'
import type { HolidayDetail } from '#api/people/contracts/holiday.ts'
import { api } from '#web/shell/api-client.ts'

/** The public holidays, as a list. */
export const HOLIDAYS = '/api/holidays'

type Named = { readonly day: string; readonly name: string }
const pathOf = (day: string) => `${HOLIDAYS}/${encodeURIComponent(day)}`

/** One public holiday with its history. */
export const holidayQuery = (day: string) =>
  queryOptions({
    queryKey: [HOLIDAYS, 'one', day],
    queryFn: ({ signal }) => api.get<typeof HolidayDetail>(pathOf(day), { signal }),
  })

export const addHoliday = (holiday: Named, key: string) => api.post<typeof Done>(HOLIDAYS, holiday, key)

export const renameHoliday = ({ day, name }: Named, key: string) => api.put<typeof Done>(pathOf(day), { name }, key)

export const removeHoliday = ({ day }: { day: string }, key: string) => api.delete<typeof Done>(pathOf(day), key)
