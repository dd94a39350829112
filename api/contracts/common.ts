import { z } from 'zod'

/** Naira as clients see it: a string with two decimals, `"1250000.00"`; may be negative. Inside, money is whole kobo. */
export const NairaText = z.string().regex(/^-?\d+\.\d{2}$/)

/** What every refused request answers. 422 adds the fields; 400 may carry several messages. */
export const ErrorBody = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** An answer with one thing in it. */
export const one = <T extends z.ZodType>(item: T) => z.object({ data: item })

/**
 * A page of a list. Lists page by key: `next` is the cursor of the following page, null on the last. `total` and
 * `totals` (naira strings by column name) speak of the whole filtered result, not of the page.
 */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.object({
      data: z.array(row),
      next: z.string().nullable(),
      total: z.int(),
      totals: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  })

/** A page as the grid reads it. */
export type Page<Row> = {
  readonly data: {
    readonly data: readonly Row[]
    readonly next: string | null
    readonly total: number
    readonly totals?: Readonly<Record<string, string | number>> | undefined
  }
}

/**
 * What the grid asks of every list, beside the list's own filters. `after` is the cursor of the page before; `sort` a
 * column name, `-` in front for descending; `as_of` a date (yyyy-mm-dd, recorded until the end of that day in Lagos) or a
 * log position, `as_of_position`.
 */
export const ListQuery = z.object({
  after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  sort: z.string().optional(),
  search: z.string().optional(),
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
  as_of: z.iso.date().optional(),
  as_of_position: z.coerce.number().int().min(0).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>
