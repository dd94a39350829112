import { priceOn } from '#domain/catalogue/service/prices.ts'
import { basePriceOn, type OfferedService, ownPriceOn, type PriceToSet } from '#domain/catalogue/service/service.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { formatNaira } from '#domain/kernel/money.ts'

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
