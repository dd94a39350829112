import { type Kobo, kobo } from '#domain/kernel/money.ts'
import type { StoryBill } from './bills.ts'
import { officeTime } from '#scripts/demo/story/calendar.ts'
import { createChance } from '#scripts/demo/story/chance.ts'
import type { FundingAct, Funds } from './funds.ts'
import type { Story } from '#scripts/demo/story/world.ts'

/** The story's own books of the patients under treatment. */
export type Wallets = {
  /** What must be put into a patient's wallet before a bill of the day can be paid; nothing when it can. */
  readonly actsBefore: (bill: StoryBill, day: string) => readonly FundingAct[]
  /** The treatment is over. */
  readonly close: (patientId: string) => void
}

/** NGN 50,000: what is approved is a multiple of it. */
const STEP = 50_000_00

/** A wallet always pays what is billed: when it would not, the fund administrator puts in more before. */
export function createWallets(story: Story, funds: Funds): Wallets {
  const balances = new Map<string, number>()

  function actsBefore({ patient, total }: StoryBill, day: string): readonly FundingAct[] {
    const { patientId, staff } = patient
    const known = balances.get(patientId)
    const balance = known ?? 0
    balances.set(patientId, balance - total)
    if (balance >= total) return []
    const chance = createChance(story.seed, 'amount', patientId, day)
    const least = known === undefined ? chance.between(16, 34) * STEP : chance.between(6, 14) * STEP
    const amount: Kobo = kobo(Math.max(least, STEP * Math.ceil((total - balance) / STEP)))
    balances.set(patientId, balance + amount - total)
    const reason =
      known === undefined
        ? 'Treatment plan approved by the committee'
        : 'Further treatment, as the tumour board advised'
    const minutes = chance.between(0, 25)
    return funds.give(staff, patientId, amount, reason, {
      credit: officeTime(day, minutes),
      allocation: officeTime(day, 30 + minutes),
      funding: officeTime(day, 75 + minutes),
    })
  }
  return { actsBefore, close: (patientId) => void balances.delete(patientId) }
}
