import Papa from 'papaparse'
import { expect } from 'vitest'
import { type Fields, isListed } from '#api/contracts/fields.ts'

/** Numbers that nobody adds up: prices, balances of a moment, what is of several kinds at once, averages and ids. */
const NO_SUM = [
  ...['price', 'billed_price', 'own_prices', 'planned_prices', 'stock', 'hospitals', 'id', 'position'],
  ...['amount', 'moved', 'oldest', 'average', 'longest', 'balance'],
]

/** A heading without its unit. */
const bare = (heading: string) => heading.replace(/^\uFEFF/, '').replace(/ \([^)]*\)$/, '')

/** Whether a file has the columns of these fields. */
export function hasFields(csv: string, fields: Fields): boolean {
  const [headings = []] = rowsOf(csv)
  return (
    headings.map(bare).join() ===
    listedOf(fields)
      .map(([, { heading }]) => bare(heading))
      .join()
  )
}

/**
 * Holds every numeric column of a CSV against the totals of its manifest, and gives the names of the columns that were held.
 * Throws where a column that can be added up has no total.
 */
export function addedUp(csv: string, fields: Fields, totals: Readonly<Record<string, string | number>>): string[] {
  const lines = rowsOf(csv).slice(1)
  const held: string[] = []
  for (const [place, [id, { kind, total }]] of listedOf(fields).entries()) {
    if (!['naira', 'count', 'hours'].includes(kind)) continue
    if (total !== true) {
      expect(NO_SUM, `${id} has no total`).toContain(id)
      continue
    }
    const sum = lines.reduce((all, line) => all + hundredths(line[place]), 0n)
    expect(hundredths(String(totals[id])), id).toBe(sum)
    held.push(id)
  }
  return held
}

const listedOf = (fields: Fields) => Object.entries(fields).filter(([, field]) => isListed(field))
const rowsOf = (csv: string) => Papa.parse<string[]>(csv.trim(), { delimiter: ',' }).data

/** `12.30`, `12.3` and `12` as hundredths. */
function hundredths(text = ''): bigint {
  if (text === '') return 0n
  expect(text).toMatch(/^-?\d+(\.\d{1,2}0*)?$/)
  const [whole = '', part = ''] = text.replace('-', '').split('.')
  const amount = BigInt(whole + part.slice(0, 2).padEnd(2, '0'))
  return text.startsWith('-') ? -amount : amount
}
