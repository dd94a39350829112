import { z } from 'zod'
import { type Kobo, NO_AMOUNT, parseNaira } from '#domain/kernel/money.ts'
import { nairaTyped } from '#api/contracts/input.ts'

/** Kobo as the API writes it: naira text with two decimals and no separators, `"1250000.00"`. */
export function nairaText(amount: number | bigint): string {
  const digits = (amount < 0 ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An amount in a body, as contracts have it (nairaTyped): read without a float on the way; kobo inside. */
export const NairaInput = nairaTyped('An amount is required')
  .transform((value, check): Kobo => {
    const amount = parseNaira(typeof value === 'number' ? numberText(value) : value)
    if (amount !== undefined) return amount
    check.addIssue({ code: 'custom', message: NO_AMOUNT })
    return z.NEVER
  })
  .describe('Naira, for example "1250000.00"')

/** `1e21` and the like are no amounts; what JavaScript writes plainly is. */
function numberText(value: number): string {
  const text = String(value)
  return /^-?\d+(\.\d+)?$/.test(text) ? text : 'not an amount'
}
