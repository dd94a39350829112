import { z } from 'zod'
import { one } from '#api/contracts/common.ts'
import { Done } from '#api/contracts/done.ts'
import { requiredText } from '#api/contracts/input.ts'
import { PRICE_FIELDS } from '#projections/catalogue/service/fields.ts'
import { rowOf } from '#api/contracts/row.ts'

/** A price on the list of all prices, of those that hold and of those that are planned. */
export const PriceRow = rowOf(PRICE_FIELDS)
export type PriceRow = z.infer<typeof PriceRow>

/** A file may have so many characters; a call of the API holds no more. */
export const MAX_FILE = 200_000

/** POST /api/services/import/preview: a price list as the export writes it, of the columns that it knows. */
export const PriceFileBody = z.strictObject({
  csv: requiredText(MAX_FILE, 'The file is empty').describe('A CSV file: comma, semicolon or tab, with a heading line'),
})

/** POST /api/services/import: the same file, and what its preview was. */
export const PriceImportBody = PriceFileBody.extend({
  preview: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Look at the preview first')
    .describe('`preview` of the preview: where that would say something else by now, nothing is done'),
})

/** What becomes of one line of the file. */
export const ImportLine = z.object({
  row: z.int().describe('Its row in the file; the heading is row 1'),
  service_code: z.string(),
  outcome: z.enum(['new', 'changed', 'unchanged', 'refused']),
  what: z.string().describe('What it is about, or why it is refused'),
  from: z.string().nullable().describe('Now'),
  to: z.string().nullable().describe('After the import'),
})
export type ImportLine = z.infer<typeof ImportLine>

const Counts = z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() })

export const PriceImportPreview = one(z.object({ preview: z.string(), counts: Counts, lines: z.array(ImportLine) }))
export type PriceImportPreview = z.infer<typeof PriceImportPreview>['data']

/** What was done; services that somebody changed in the moment between are left as they are. */
export const PriceImportDone = Done.extend({
  data: Done.shape.data.extend({
    services: z.int().describe('How many were added or changed'),
    refused: z.array(z.object({ service_code: z.string(), why: z.string() })),
  }),
})
