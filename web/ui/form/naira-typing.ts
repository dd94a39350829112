import { formatNaira, parseNaira } from '#domain/kernel/money.ts'

/** What a money field shows, and where the caret stands in it. */
export type NairaTyping = { readonly text: string; readonly caret: number }

/**
 * Groups an amount as one types or pastes (`1250000` becomes `1,250,000`), keeping the caret after the same digit.
 * What cannot be part of an amount is dropped; a third decimal too.
 */
export function groupTyping(typed: string, caret: number): NairaTyping {
  const keep = (text: string) => text.replaceAll(/[^\d.]/g, '')
  const before = keep(typed.slice(0, caret)).length
  const [whole = '', ...rest] = keep(typed).split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  const dropped = whole.length - digits.length
  const grouped = digits.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')
  const text = rest.length > 0 ? `${grouped}.${rest.join('').slice(0, 2)}` : grouped
  let left = Math.max(0, before - dropped)
  let at = 0
  while (left > 0 && at < text.length) {
    if (text[at] !== ',') left -= 1
    at += 1
  }
  return { text, caret: at }
}

/** The API's form of what stands in a field: `"1250000.00"`, '' when it is no amount. */
export function nairaOf(text: string): string {
  const amount = parseNaira(text.replace(/\.$/, ''))
  return amount === undefined ? '' : formatNaira(amount).replaceAll(',', '')
}

/** The field's text for an amount of the API. */
export function fieldText(naira: string): string {
  const amount = parseNaira(naira)
  return amount === undefined ? '' : formatNaira(amount)
}
