import { priceOn } from '#domain/catalogue/service/prices.ts'
import { basePriceOn, type OfferedService, ownPriceOn, type PriceToSet } from '#domain/catalogue/service/service.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { formatNaira } from '#domain/kernel/money.ts'

/** What is billed for a line's service and hospital, now or from its day on, in kobo; null where nothing is. */
export function billedPrice(service: OfferedService, { coeId, from }: PriceToSet, at: string): number | null {
  const day = from ?? lagosDay(at)
  const own = coeId === undefined ? null : ownPriceOn(service, coeId, day)
  return own ?? basePriceOn(service, day)
}

/** By how much a price changes, where that is more than half: `+120 %`; null else. */
export function largeChange(before: number | null, after: number | null): string | null {
  if (before === null || after === null || before === 0 || 2 * Math.abs(after - before) <= before) return null
  const percent = Math.round(((after - before) / before) * 100)
  return `${percent > 0 ? '+' : ''}${percent.toLocaleString('en-NG')} %`
}

/** What a line is about as it stands at a moment (ISO, UTC), in words; null where nothing does. */
export function standing(
  service: OfferedService,
  { coeId, from }: PriceToSet,
  at: string,
  category = '',
): string | null {
  const today = lagosDay(at)
  const planned = service.prices.get(coeId ?? '')?.filter((one) => one.from === from && one.isPlanned) ?? []
  if (from !== undefined) return inWords(priceOn(planned, from))
  if (coeId !== undefined) return inWords(ownPriceOn(service, coeId, today))
  const placed = category === '' ? '' : ` in ${category}`
  return `${service.name}${placed}, ${inWords(basePriceOn(service, today))}`
}

const inWords = (price: number | null) => (price === null ? null : `NGN ${formatNaira(price)}`)
