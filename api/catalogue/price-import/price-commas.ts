import { formatNaira, parseNaira } from '#domain/kernel/money.ts'
import { invalid } from '#api/http-error.ts'
import type { PriceFile } from '#api/catalogue/contracts/price-import.ts'

/** What a comma in a price means. */
export type CommaMeaning = NonNullable<PriceFile['comma']>

type Priced = { readonly row: number; readonly price: string }

/** One comma and no point: 125,500 may be a hundred thousand naira or a hundred. */
const UNCLEAR = /^\d+,\d+$/

/**
 * The lines with a point before their kobo. Spreadsheets that write the comma there separate cells by semicolons or tabs: in
 * such a file only its owner knows what 125,500 is. Throws an HttpError to ask.
 */
export function withPoints<L extends Priced>(lines: readonly L[], comma: CommaMeaning | undefined): readonly L[] {
  const unclear = lines.find(({ price }) => UNCLEAR.test(price))
  if (unclear !== undefined && comma === undefined) throw invalid('comma', questionAbout(unclear))
  if (comma !== 'decimals') return lines
  return lines.map((line) => (UNCLEAR.test(line.price) ? { ...line, price: withPoint(line.price) } : line))
}

/** 125,500 is 125.50: what stands behind the kobo is nothing. */
const withPoint = (price: string) => price.replace(',', '.').replace(/(\.\d\d)0+$/, '$1')

function questionAbout({ row, price }: Priced): string {
  const [thousands, decimals] = [price, withPoint(price)].map((one) => {
    const kobo = parseNaira(one)
    return kobo === undefined ? 'no amount' : `NGN ${formatNaira(kobo)}`
  })
  return `Row ${row}: what does the comma in ${price} mean? Thousands: ${thousands}. Decimals: ${decimals}`
}
