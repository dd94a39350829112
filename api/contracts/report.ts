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
  per_page: digits(1, 10_000).optional().describe('The same in the words of the spec; above 1000 it is 1000'),
  page: digits(1, 10_000)
    .optional()
    .describe('A page by its number, of the first 10,000 rows; go on by `next` after them'),
  is_paginate: z.enum(['0', '1', 'false', 'true']).optional().describe('When not: as many rows as one page can have'),
  sort: z
    .string()
    .regex(/^-?[a-z_]{1,60}$/, 'This list cannot be sorted by that')
    .optional()
    .describe('A sortable column, `-` in front for descending'),
  ...AsOfQuery.shape,
})
export type ReportListQuery = z.infer<typeof ReportListQuery>

/** What a CSV alone may be asked. */
export const CsvQuery = z.strictObject({
  iso_dates: z.enum(['0', '1']).optional().describe('1: each date also in ISO 8601, in a column beside it'),
  layout: z
    .string()
    .regex(/^[0-9a-f]{1,12}$/, 'No file has this layout')
    .optional()
    .describe('From a manifest: answers 410 when files are written differently by now'),
})

/**
 * A page by key (docs/decisions/0005-lists-page-by-key.md). `as_of_position` is the log position that the rows are of; null
 * when it is now.
 */
export const reportPage = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.object({
      data: z.array(row),
      next: z.string().nullable().describe('Cursor of the next page; null on the last one'),
      per_page: z.int(),
      current_page: z.int().nullable().describe('Null behind a cursor'),
      total: z.int().nullable().describe('Rows of the whole result, where this page knows it'),
      last_page: z.int().nullable().describe('By `total` and `per_page`'),
      as_of_position: z.int().nullable(),
    }),
  })

export type ReportPage<Row extends z.ZodType> = ReturnType<typeof reportPage<Row>>

/** Of the whole filtered result: how many rows, and the sums of its columns as the CSV writes them (naira or hours text, or counts). */
export const ReportTotals = z.object({
  data: z.object({
    total: z.int(),
    totals: z.record(z.string(), z.union([z.string(), z.number()])),
    position: z.int().describe('The log position that everything counted had reached: ask as of it for the same again'),
  }),
})
export type ReportTotals = z.infer<typeof ReportTotals>

/** What an export was: run again from this it gives the same bytes, or 410 says why not (architecture.md, Read models). */
export const ExportManifest = z.object({
  data: z.object({
    id: z.string(),
    report: z.string(),
    url: z.string().describe('Gives the same bytes again, or 410 when files are written differently by now'),
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

/** GET /api/exports: the caller's exports, the newest first; those of everybody for who may read the ledger. */
export const Exports = z.object({
  data: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        exported_by: z.string().describe('Their name'),
        exported_at: z.string(),
        manifest: z
          .object({
            report: z.string(),
            url: z.string().describe('Asking for it again gives the same bytes'),
            rows: z.int(),
            totals: z.record(z.string(), z.union([z.string(), z.number()])),
            sha256: z.string(),
            bytes: z.int(),
          })
          .nullable()
          .describe('Null where it is not what was written when the export was made'),
      }),
    ),
    next: z.string().nullable().describe('`after` of the next page; null on the last one'),
  }),
})
export type Exports = z.infer<typeof Exports>
