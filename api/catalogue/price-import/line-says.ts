import { type PriceToSet } from '#domain/catalogue/service/service.ts'
import { Day, dayText } from '#domain/kernel/dates.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import { isShortCode } from '#domain/kernel/short-code.ts'
import { isLine } from '#domain/kernel/text.ts'
import type { Catalogue } from './catalogue-now.ts'
import type { FileLine } from './read-file.ts'
import { changedBySpreadsheet } from './spreadsheet-codes.ts'

/** What a line says: a price, of what, and in which category its service stands where it says that. */
export type Said = {
  readonly price: PriceToSet
  /** In words. */
  readonly about: string
  readonly categoryId: number | undefined
}

/** Reads a line; why not, in words, where it cannot be. */
export function saidIn(line: FileLine, catalogue: Catalogue, today: string): Said | string {
  const { categories, hospitals } = catalogue
  if (line.wrong !== undefined) return line.wrong
  if (line.code === '') return 'The service code is missing'
  const changed = changedCode(line, catalogue)
  if (changed !== undefined) return changed
  if (!isShortCode(line.code) || !isLine(line.code)) return 'Use a service code of up to 5 characters without blanks'
  if (line.name.length > 200 || !isLine(line.name)) return 'Use a name of up to 200 characters on one line'
  if (line.price === '') return 'The price is missing'
  const price = parseNaira(line.price)
  if (price === undefined) return 'Write the price in naira with up to two decimals, like 1250.00'
  const hospital = line.hospital === '' ? undefined : hospitals.get(line.hospital.toUpperCase())
  if (line.hospital !== '' && hospital === undefined) return 'No hospital has this code'
  const from = line.from === '' ? undefined : dayIn(line.from)
  if (line.from !== '' && from === undefined) return 'Write the day as d-m-yyyy, like 31-1-2026'
  if (from !== undefined && from <= today)
    return 'A planned price must start tomorrow or later. Leave From empty to start now.'
  const categoryId = line.category === '' ? undefined : categoryNamed(line.category, categories)
  if (line.category !== '' && categoryId === undefined) return 'No category has this code'
  const of = hospital === undefined ? '' : ` of ${hospital.name}`
  const since = from === undefined ? '' : ` from ${dayText(from)} on`
  return { price: { coeId: hospital?.id, from, price }, about: `Price${of}${since}`, categoryId }
}

/** That one of the line's codes is not as somebody wrote it. */
function changedCode({ code, hospital, category }: FileLine, catalogue: Catalogue): string | undefined {
  const { services, hospitals, spreadsheetForms: forms } = catalogue
  if (!services.has(code.toUpperCase())) {
    const changed = changedBySpreadsheet(code, forms.services)
    if (changed !== undefined) return changed
  }
  if (!hospitals.has(hospital.toUpperCase())) {
    const changed = changedBySpreadsheet(hospital, forms.hospitals)
    if (changed !== undefined) return changed
  }
  return categoryNamed(category, catalogue.categories) === undefined
    ? changedBySpreadsheet(category, forms.categories)
    : undefined
}

/** A day as spreadsheets and people write it, as YYYY-MM-DD. */
function dayIn(text: string): string | undefined {
  const [, date = '', month = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  const day = year === '' ? text : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return Day.safeParse(day).success ? day : undefined
}

function categoryNamed(code: string, { active }: Catalogue['categories']): number | undefined {
  return [...active].find(([, category]) => category.code.toUpperCase() === code.toUpperCase())?.[0]
}
