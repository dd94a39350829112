import { formatNaira, type Kobo, parseNaira } from '#domain/kernel/money.ts'

/** What a money field shows, and where the caret stands in it. */
export type NairaTyping = { readonly text: string; readonly caret: number }

/** An amount as the field itself groups it, as far as it is typed. */
const GROUPED = /^(?:\d{1,3}(?:,\d{3})*)?(?:\.\d{0,2})?$/
/** The same without its grouping. */
const PLAIN = /^\d*(?:\.\d{0,2})?$/

/**
 * Groups an amount as one types (`1250000` becomes `1,250,000`), keeping the caret after the same digit. `before` is what the
 * field showed. Only digits and a point that come or go in the field's own grouping are grouped anew: anything else stays as it is typed.
 */
export function groupTyping(before: string, typed: string, caret: number, isDigits: boolean): NairaTyping {
  const plain = typed.replaceAll(',', '')
  if (!isDigits || !GROUPED.test(before) || !PLAIN.test(plain)) return { text: typed, caret }
  const [whole = '', ...fraction] = plain.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  const text = [digits.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ','), ...fraction].join('.')
  let left = Math.max(0, typed.slice(0, caret).replaceAll(',', '').length - (whole.length - digits.length))
  let at = 0
  while (left > 0 && at < text.length) {
    if (text[at] !== ',') left -= 1
    at += 1
  }
  return { text, caret: at }
}

/** Whether an edit brings digits and a point alone, or takes something away (InputEvent's `inputType` and `data`). */
export const isOfDigits = ({ inputType, data }: Pick<InputEvent, 'inputType' | 'data'>): boolean =>
  inputType.startsWith('delete') || (data !== null && /^[\d.]*$/.test(data))

/** The amount of what stands in a field, in kobo: never a negative one. */
function amountOf(text: string): Kobo | undefined {
  const amount = parseNaira(text.replace(/\.\s*$/, ''))
  return amount === undefined || amount < 0 || /^\D*-/.test(text) ? undefined : amount
}

/** The API's form of what stands in a field: `"1250000.00"`, '' when it is no amount. */
export function nairaOf(text: string): string {
  const amount = amountOf(text)
  return amount === undefined ? '' : formatNaira(amount).replaceAll(',', '')
}

/** The field's text for an amount of the API. */
export function fieldText(naira: string): string {
  const amount = parseNaira(naira)
  return amount === undefined ? '' : formatNaira(amount)
}
