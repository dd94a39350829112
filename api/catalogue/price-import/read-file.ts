import { canonicalLine } from '#domain/kernel/text.ts'
import Papa from 'papaparse'
import { MAX_IMPORTED } from '#domain/catalogue/price-import/events.ts'
import { isBlank } from '#domain/kernel/blank.ts'
import { invalid } from '#api/http-error.ts'
import { PRICE_FIELDS } from '#projections/catalogue/service/fields.ts'
import { FORMULA_STARTS, isoHeading } from '#projections/report/csv.ts'
import { type CommaMeaning, withPoints } from './price-commas.ts'

/** A line of a price list as it stands in the file, blanks around cells left out. */
export type FileLine = {
  /** Its row in the file, as spreadsheets count: the heading is row 1. */
  readonly row: number
  readonly code: string
  readonly name: string
  readonly category: string
  readonly hospital: string
  readonly from: string
  readonly price: string
  /** Why it cannot be read. */
  readonly wrong: string | undefined
}

const HEADINGS = {
  code: PRICE_FIELDS.service_code.heading,
  name: PRICE_FIELDS.service_name.heading,
  category: PRICE_FIELDS.category_code.heading,
  hospital: PRICE_FIELDS.coe_code.heading,
  from: PRICE_FIELDS.from_day.heading,
  price: PRICE_FIELDS.price.heading,
}
const NEEDED: readonly string[] = [HEADINGS.code, HEADINGS.price]
/** What else the export writes: for people to read, and nothing that a line says. */
const FOR_READING: readonly string[] = [
  ...[PRICE_FIELDS.category_name.heading, PRICE_FIELDS.coe_name.heading],
  isoHeading(PRICE_FIELDS.from_day.heading),
]

/**
 * The lines of a price list; rows without anything in them are none. `comma` is what the comma of its prices means, where
 * that was asked. Throws an HttpError for a file that is none, and to ask.
 */
export function readFile(csv: string, comma?: CommaMeaning): readonly FileLine[] {
  const text = csv.replace(/^\ufeff/, '')
  const [, separator] = /^(sep=.?)[\r\n]/i.exec(text) ?? []
  if (separator !== undefined)
    throw invalid('csv', `Delete the first line, ${separator}, and choose the file again. No such line is needed`)
  const [heading = ''] = text.split(/[\r\n]/, 1)
  // No heading has one of these in it; a price may.
  const delimiter = [';', '\t'].find((one) => heading.includes(one)) ?? ','
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken !== undefined) throw invalid('csv', `Row ${(broken.row ?? 0) + 1}: a quotation mark is not closed`)
  const [first = [], ...rows] = data
  // As the export has it, or without its unit.
  const headings = first.map((cell) => cell.trim().replace(/ \(NGN\)$/, ''))
  checkHeadings(headings)
  const lines = rows.flatMap((cells, index) =>
    cells.every(isBlank) ? [] : [lineOf(cells, { headings, row: index + 2 })],
  )
  if (lines.length === 0) throw invalid('csv', 'The file has no lines below its headings')
  if (lines.length > MAX_IMPORTED)
    throw invalid(
      'csv',
      `At most ${MAX_IMPORTED.toLocaleString('en-NG')} lines at a time; this file has ${lines.length}`,
    )
  return delimiter === ',' ? lines : withPoints(lines, comma)
}

function checkHeadings(headings: readonly string[]): void {
  const known: readonly string[] = [...Object.values(HEADINGS), ...FOR_READING]
  const said = headings.filter((heading) => heading !== '')
  const unknown = said.find((heading) => !known.includes(heading))
  if (unknown !== undefined)
    throw invalid('csv', `There is no column "${unknown.slice(0, 40)}"; the columns are ${known.join(', ')}`)
  const twice = said.find((heading, index) => said.indexOf(heading) !== index)
  if (twice !== undefined) throw invalid('csv', `The column ${twice} appears twice`)
  const missing = NEEDED.find((heading) => !said.includes(heading))
  if (missing !== undefined) throw invalid('csv', `The column ${missing} is missing`)
}

function lineOf(
  cells: readonly string[],
  { headings, row }: { readonly headings: readonly string[]; readonly row: number },
): FileLine {
  const cell = (heading: string) => plain(cells[headings.indexOf(heading)] ?? '')
  const { code, name, category, hospital, from, price } = HEADINGS
  return {
    ...{ row, code: cell(code), name: cell(name), category: cell(category), hospital: cell(hospital) },
    ...{ from: cell(from), price: cell(price), wrong: wrongIn(cells, headings) },
  }
}

/** As it was before the export put an apostrophe before what a spreadsheet would take for a formula. */
function plain(cell: string): string {
  const text = canonicalLine(cell)
  return text.startsWith("'") && FORMULA_STARTS.includes(text.charAt(1)) ? text.slice(1) : text
}

function wrongIn(cells: readonly string[], headings: readonly string[]): string | undefined {
  if (cells.some((cell) => cell.trim().startsWith('='))) return 'It has a formula instead of a value'
  const beyond = cells.some((cell, index) => !isBlank(cell) && (headings[index] ?? '') === '')
  return beyond ? 'It has more cells than there are columns' : undefined
}
