import { formatNaira, parseNaira } from '#domain/kernel/money.ts'
import styles from './text.module.css'

/** Naira as the API gives it: a string with two decimals, `"1250000.00"`. */
export type NairaAmount = string | null | undefined

/** A sum may be larger than one amount can be, and than a number can hold. */
const koboIn = (amount: NairaAmount): bigint => {
  const text = amount ?? ''
  return BigInt(/^-?\d+\.\d{2}$/.test(text) ? text.replace('.', '') : (parseNaira(text) ?? 0))
}

/** `1,250,000.00`; what is not an amount is `0.00` (spec, back-office 1). */
export const nairaText = (amount: NairaAmount): string => formatNaira(koboIn(amount))

/** Adds amounts of the API to the kobo; gives the API's form back. */
export function sumNaira(amounts: Iterable<NairaAmount>): string {
  let total = 0n
  for (const amount of amounts) total += koboIn(amount)
  return formatNaira(total).replaceAll(',', '')
}

/** An amount of money. In running text with NGN; in a table `bare`, since the heading says it. Negative is red. */
export function Money({ naira, bare = false }: { naira: NairaAmount; bare?: boolean }) {
  const text = nairaText(naira)
  return (
    <span className={text.startsWith('-') ? styles['negative'] : styles['money']}>
      {bare ? text : `NGN\u00a0${text}`}
    </span>
  )
}
