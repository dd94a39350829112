import { type PriceToSet } from '#domain/catalogue/service/service.ts'
import { Day, dayText } from '#domain/kernel/dates.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import { isShortCode } from '#domain/kernel/short-code.ts'
import { isLine } from '#domain/kernel/text.ts'
import type { Catalogue } from './catalogue-now.ts'
import type { FileLine } from './read-file.ts'

/** What a line says: a price, of what, and in which category its service stands where it says that. */
export type Said = {
  readonly price: PriceToSet
  /** In words. */
  readonly about: string
  readonly categoryId: number | undefined
}

/** Reads a line; why not, in words, where it cannot be. */
export function saidIn(line: FileLine, { categories, hospitals }: Catalogue, today: string): Said | string {
  if (line.wrong !== undefined) return line.wrong
  if (line.code === '') return 'It has no service code'
  if (!isShortCode(line.code) || !isLine(line.code))
    return 'A service code has at most 5 characters, none of them a blank'
  if (line.name.length > 200 || !isLine(line.name)) return 'A name is one line of at most 200 characters'
  if (line.price === '') return 'It has no price'
  const price = parseNaira(line.price)
  if (price === undefined) return 'The price is no amount in naira with at most two decimals'
  const hospital = line.hospital === '' ? undefined : hospitals.get(line.hospital.toUpperCase())
  if (line.hospital !== '' && hospital === undefined) return 'There is no hospital with this code'
  const from = line.from === '' ? undefined : dayIn(line.from)
  if (line.from !== '' && from === undefined) return 'The day is none: write it as d-m-yyyy'
  if (from !== undefined && from <= today)
    return 'A planned price must start tomorrow or later; leave From empty for now on'
  const categoryId = line.category === '' ? undefined : categoryNamed(line.category, categories)
  if (line.category !== '' && categoryId === undefined) return 'There is no category with this code'
  const of = hospital === undefined ? '' : ` of ${hospital.name}`
  const since = from === undefined ? '' : ` from ${dayText(from)} on`
  return { price: { coeId: hospital?.id, from, price }, about: `Price${of}${since}`, categoryId }
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
