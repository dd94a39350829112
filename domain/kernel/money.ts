import { z } from 'zod'

const GIVEN = 4_000_000_000_000_000

/** Whole kobo (1 naira = 100 kobo); the only form of money inside the system (domain.md, Money). May be negative. */
export const Kobo = z.int().min(-GIVEN).max(GIVEN).brand<'Kobo'>().describe('Amount in whole kobo')
export type Kobo = z.infer<typeof Kobo>

/** All that may ever be given to the pool: 40 trillion naira, so that no balance can leave the safe integers (domain.md, Money). */
export const MAX_GIVEN = GIVEN as Kobo

/** The largest amount one movement may have. */
export const MAX_AMOUNT = 100_000_000_000_00 as Kobo

/** Brands a whole number of kobo; throws on a fraction or an unsafe integer, which is always a bug. */
export function kobo(amount: number): Kobo {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of kobo: ${amount}`)
  return amount as Kobo
}

export const ZERO = kobo(0)

/** Adds amounts; throws past the safe integers. */
export function sum(amounts: Iterable<Kobo>): Kobo {
  let total = 0
  for (const amount of amounts) total += amount
  return kobo(total)
}

/**
 * A sum of flows, in kobo: what was billed, paid, given or received in all. The pool bounds every balance, but the same
 * naira may go round any number of times, so such a sum may leave the safe integers: a bigint, which mixes with no number.
 */
export type KoboSum = bigint & z.$brand<'KoboSum'>

export const NO_FLOW = 0n as KoboSum

/** A sum of flows with one more flow in it. */
export const plus = (sum: KoboSum, flow: number): KoboSum => (sum + BigInt(flow)) as KoboSum

/** Adds amounts and sums, however large. */
export function sumOfFlows(amounts: Iterable<number | bigint>): KoboSum {
  let total = 0n
  for (const amount of amounts) total += BigInt(amount)
  return total as KoboSum
}

/** Price times quantity. */
export function times(price: Kobo, quantity: number): Kobo {
  return kobo(price * quantity)
}

/** What is said of a text that is no amount. */
export const NO_AMOUNT = 'Enter an amount in naira, like 1,250,000.00'

/**
 * Parses naira as people and clients write it (`1250000`, `1,250,000.00`, `1 250 000`, `NGN 12.5`, `₦12.5`) into kobo without
 * a float on the way. Undefined when it is not an amount, has more than two decimals, or is not a safe integer of kobo.
 */
export function parseNaira(text: string): Kobo | undefined {
  const match = /^(?:(?:NGN|₦)\s*)?(-)?(\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+|\d+)(?:\.(\d{1,2}))?$/i.exec(text.trim())
  if (!match) return undefined
  const [, minus, whole = '', fraction = ''] = match
  const amount = Number(whole.replaceAll(/[,\s]/g, '') + fraction.padEnd(2, '0'))
  if (!Number.isSafeInteger(amount)) return undefined
  return kobo(minus && amount !== 0 ? -amount : amount)
}

/** `1,234,567.00`: the one way money is written for people. What is not a number shows `0.00` (back-office.md, 1). */
export function formatNaira(amount: number | bigint | null | undefined): string {
  if (amount === null || amount === undefined) return '0.00'
  if (typeof amount === 'number' && !Number.isSafeInteger(amount)) return '0.00'
  const digits = (amount < 0 ? -amount : amount).toString().padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return `${amount < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`
}

/**
 * Splits a total by percentages in basis points (they must add up to 10,000) with the largest remainder: shares add up
 * to the total to the kobo; ties go to the earlier share (domain.md, Money).
 */
export function split(total: Kobo, basisPoints: readonly number[]): Kobo[] {
  if (total < 0 || basisPoints.some((part) => !Number.isInteger(part) || part < 0)) throw new RangeError('Bad split')
  if (basisPoints.reduce((a, b) => a + b, 0) !== 10_000) throw new RangeError('Shares must add up to 100 %')
  const exact = basisPoints.map((part) => BigInt(total) * BigInt(part))
  const shares = exact.map((value) => Number(value / 10_000n))
  let left = total - shares.reduce((a, b) => a + b, 0)
  const byRemainder = exact.map((value, index) => ({ index, rest: Number(value % 10_000n) }))
  byRemainder.sort((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of byRemainder) {
    if (left === 0) break
    shares[index] = (shares[index] ?? 0) + 1
    left -= 1
  }
  return shares.map(kobo)
}
