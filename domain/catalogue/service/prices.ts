import type { Kobo } from '#domain/kernel/money.ts'

/** What holds from the first moment of a Lagos day on, until the next of them; kobo, null where a hospital has none of its own. */
export type PriceFrom = {
  readonly from: string
  readonly price: Kobo | null
  /** Said before its day came. */
  readonly isPlanned: boolean
}

/** All that was said of one price, by its day; of one day the last that was said. */
export type Prices = readonly PriceFrom[]

/** The price that holds on a Lagos day; null where there is none. */
export const priceOn = (prices: Prices, day: string): Kobo | null =>
  prices.findLast(({ from }) => from <= day)?.price ?? null

/** Those whose day is to come. */
export const plannedAfter = (prices: Prices, day: string): Prices => prices.filter(({ from }) => from > day)

/** With another that holds from a day on. */
export const withPrice = (prices: Prices, said: PriceFrom): Prices =>
  [...withoutPrice(prices, said.from), said].sort((one, other) => (one.from < other.from ? -1 : 1))

/** As if nothing had been said of that day. */
export const withoutPrice = (prices: Prices, day: string): Prices => prices.filter(({ from }) => from !== day)
