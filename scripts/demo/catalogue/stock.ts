import { moveStock } from '#commands/catalogue/stock/move-stock.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import type { StockCommand } from '#domain/catalogue/stock/stock.ts'
import type { Staff } from '#scripts/demo/people/cast.ts'
import { installed } from '#scripts/demo/installation.ts'
import { dayAfter, officeTime } from '#scripts/demo/story/calendar.ts'
import { createChance } from '#scripts/demo/story/chance.ts'
import { type Actor, type Story, type StoryWorld, told } from '#scripts/demo/story/world.ts'
import { referenceProductId } from './reference.ts'

/** The drugs whose stock is recorded. */
const KEPT = [
  'Cisplatin 50 mg',
  'Cyclophosphamide 1 g',
  'Doxorubicin 50 mg',
  'Ondansetron 8 mg/4 mL',
  'Paclitaxel 300 mg',
  'Tamoxifen 20 mg',
]
/** They are counted and delivered every half year. */
const ROUND_DAYS = 182

/** One round of counting and delivering at every hospital but the last, which has not begun, where a day (YYYY-MM-DD) of the story that began on `firstDay` has one. */
export async function keepStock(
  world: StoryWorld,
  story: Story,
  staff: readonly Staff[],
  firstDay: string,
  day: string,
): Promise<void> {
  for (let round = 0; dayAfter(firstDay, round * ROUND_DAYS) <= day; round += 1) {
    if (dayAfter(firstDay, round * ROUND_DAYS) !== day) continue
    for (const [place, { coeId, pharmacists }] of staff.slice(0, -1).entries()) {
      const [by] = pharmacists
      if (by === undefined) throw new Error(`Nobody hands drugs out at ${coeId}`)
      for (const name of KEPT) await keepOne(world, story, { coeId, by, name, round, day, place })
    }
  }
}

type Shelf = {
  readonly coeId: string
  /** The pharmacist who records it. */
  readonly by: Actor
  readonly name: string
  readonly round: number
  readonly day: string
  /** Which hospital of them it is. */
  readonly place: number
}

async function keepOne(world: StoryWorld, story: Story, { coeId, by, name, round, day, place }: Shelf): Promise<void> {
  const productId = referenceProductId(MEDICINES.find((medicine) => medicine.name === name)?.id ?? '')
  const chance = createChance(story.seed, 'stock', coeId, name, round)
  const at = officeTime(day, 30 + 5 * place)
  const move = <C extends StockCommand['type'], D>(type: C, data: D) =>
    told(story, type, [productId, coeId, String(round)], by, 'RECORD_STOCK', at, {
      productId,
      coeId,
      ...data,
    })
  const counted = {
    quantity: chance.between(20, 90),
    reason: round === 0 ? 'What was on the shelf' : 'Count of the half year',
  }
  installed(await moveStock(world.handler, move('CountStock', counted)))
  if (round > 0 && chance.happens(0.2)) {
    const expired = { quantity: chance.between(1, 6), reason: 'Expired' }
    installed(await moveStock(world.handler, move('RemoveStock', expired)))
  }
  const delivered = { quantity: chance.between(6, 24) * 10, note: `Waybill ${chance.between(1_000, 9_999)}` }
  installed(await moveStock(world.handler, move('ReceiveStock', delivered)), 'product_delisted')
}
