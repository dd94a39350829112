import { z } from 'zod'
import { one } from '#api/contracts/common.ts'
import { Done } from '#api/contracts/done.ts'
import { requiredText } from '#api/contracts/input.ts'
import { PRICE_FIELDS } from '#projections/catalogue/service/fields.ts'
import { rowOf } from '#api/contracts/row.ts'

/** A price on the list of all prices, of those that hold and of those that are planned. */
export const PriceRow = rowOf(PRICE_FIELDS)
export type PriceRow = z.infer<typeof PriceRow>

/** What is said of a file whose bytes are no UTF-8, to whoever chooses it. */
export const NOT_UTF_8 =
  'The file is not saved as UTF-8 (Excel calls it ANSI or Unicode text). ' +
  'In Excel, choose Save as and then CSV UTF-8 (comma delimited)'

/** A file may have so many characters; a call of the API holds no more. */
export const MAX_FILE = 200_000

/** POST /api/services/import/preview: a price list as the export writes it, of the columns that it knows. */
export const PriceFileBody = z.strictObject({
  csv: requiredText(MAX_FILE, 'The file is empty').describe(
    'A CSV file in UTF-8: comma, semicolon or tab, with a heading line',
  ),
  comma: z
    .enum(['thousands', 'decimals'])
    .optional()
    .describe(
      'What the comma of a price means in a file of semicolons or tabs: required when the file has a price like 125,500',
    ),
})

export type PriceFile = z.infer<typeof PriceFileBody>

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
  change: z.string().nullable().describe('By how much what is billed changes, where that is more than half: +120 %'),
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
