import { z } from 'zod'
import { day } from '#domain/kernel/dates.ts'
import { text } from '#domain/kernel/text.ts'
import { one } from '#api/contracts/common.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { digits, requiredLine } from '#api/contracts/input.ts'
import { rowOf } from '#api/contracts/row.ts'
import { HOLIDAY_FIELDS } from '#projections/people/holiday/fields.ts'

/** A public holiday on the list of those who keep them. */
export const HolidayView = rowOf(HOLIDAY_FIELDS)
export type HolidayView = z.infer<typeof HolidayView>

export const HolidayListFilter = z.object({
  search: text(200).trim().optional().describe('Part of a name'),
  year: digits(1_900, 2_200).optional().describe('Only those of a year'),
})

const name = requiredLine(200, 'A name is required')

/** POST /api/holidays. */
export const HolidayBody = z.strictObject({ day: day('Choose a day that exists'), name })

/** PUT /api/holidays/{day}. */
export const HolidayNameBody = z.strictObject({ name })

/** GET /api/holidays/{day}: one, also a removed one, with its history. */
export const HolidayDetail = one(
  z.object({
    day: z.string().describe('yyyy-mm-dd'),
    name: z.string().describe('Of a removed one, its last'),
    is_removed: z.boolean(),
    history: z.array(HistoryEntry),
  }),
)
export type HolidayDetail = z.infer<typeof HolidayDetail>['data']
