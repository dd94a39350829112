import { formatNaira, kobo, parseNaira } from '../../domain/kernel/money.ts'
import styles from './text.module.css'

/** Naira as the API gives it: a string with two decimals, `"1250000.00"`. */
export type NairaAmount = string | null | undefined

/** `1,250,000.00`; what is not an amount is `0.00` (spec, back-office 1). A sum may be larger than one amount can be. */
export function nairaText(amount: NairaAmount): string {
  const [, sign, whole, fraction] = /^(-?)(\d+)\.(\d{2})$/.exec(amount ?? '') ?? []
  if (whole === undefined) return formatNaira(parseNaira(amount ?? ''))
  return `${sign}${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${fraction}`
}

/** Adds amounts of the API to the kobo; gives the API's form back. */
export function sumNaira(amounts: Iterable<NairaAmount>): string {
  let total = 0
  for (const amount of amounts) total += parseNaira(amount ?? '') ?? 0
  return formatNaira(kobo(total)).replaceAll(',', '')
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
