import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import { Day } from '#domain/kernel/dates.ts'
import { digits, LogPosition } from './input.ts'

/** The past that may be asked for, on the recorded clock or the log's own; now when neither is given. */
export const AsOfQuery = z.strictObject({
  as_of: Day.optional().describe('What was recorded by the end of this day in Lagos'),
  as_of_position: LogPosition.optional().describe('What was recorded up to this log position'),
})
export type AsOfQuery = z.infer<typeof AsOfQuery>

/** What every list may be asked: cursor, size, order, period, and the past. Strict: an unknown name is an error. */
export const ReportListQuery = z.object({
  after: text(500).optional().describe('Cursor: `next` of the page before'),
  limit: digits(1, 1000).optional().describe('Rows per page, 50 when left out'),
  sort: z
    .string()
    .regex(/^-?[a-z_]{1,60}$/, 'This list cannot be sorted by that')
    .optional()
    .describe('A sortable column, `-` in front for descending'),
  ...AsOfQuery.shape,
})
export type ReportListQuery = z.infer<typeof ReportListQuery>

/** A page by key. `as_of_position` is the log position that the rows are of; null when it is now. */
export const reportPage = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.object({
      data: z.array(row),
      next: z.string().nullable(),
      per_page: z.int(),
      as_of_position: z.int().nullable(),
    }),
  })

export type ReportPage<Row extends z.ZodType> = ReturnType<typeof reportPage<Row>>

/** Of the whole filtered result: how many rows, and the sums of its columns (naira text, or counts). */
export const ReportTotals = z.object({
  data: z.object({
    total: z.int(),
    totals: z.record(z.string(), z.union([z.string(), z.number()])),
    position: z.int().describe('The log position that everything counted had reached: ask as of it for the same again'),
  }),
})
export type ReportTotals = z.infer<typeof ReportTotals>

/** What an export was: run again from this it gives the same bytes (architecture.md, Read models). */
export const ExportManifest = z.object({
  data: z.object({
    id: z.string(),
    report: z.string(),
    url: z.string().describe('Asking for it again gives the same bytes'),
    query: z.record(z.string(), z.unknown()),
    position: z.int().describe('The log position that the rows are of'),
    rows: z.int(),
    totals: z.record(z.string(), z.union([z.string(), z.number()])),
    sha256: z.string(),
    bytes: z.int(),
    exported_by: z.string(),
    exported_at: z.string(),
  }),
})
export type ExportManifest = z.infer<typeof ExportManifest>
