import { z } from 'zod'
import { type Kobo, parseNaira } from '#domain/kernel/money.ts'
import { text } from '#domain/kernel/text.ts'

/** Kobo as the API writes it: naira text with two decimals and no separators, `"1250000.00"`. */
export function nairaText(amount: number | bigint): string {
  const digits = (amount < 0 ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** More than there will ever be (domain.md, Money: what the pool may be credited in all). */
const MAX_NAIRA = 40_000_000_000_000

/** An amount in a body: naira as text or as a number, read without a float on the way; kobo inside. */
export const NairaInput = z
  .union([text(40), z.number().min(-MAX_NAIRA).max(MAX_NAIRA)])
  .transform((value, check): Kobo => {
    const amount = parseNaira(typeof value === 'number' ? numberText(value) : value)
    if (amount !== undefined) return amount
    check.addIssue({ code: 'custom', message: 'Enter an amount in naira with up to two decimals' })
    return z.NEVER
  })
  .describe('Naira, for example "1250000.00"')

/** `1e21` and the like are no amounts; what JavaScript writes plainly is. */
function numberText(value: number): string {
  const text = String(value)
  return /^-?\d+(\.\d+)?$/.test(text) ? text : 'not an amount'
}
