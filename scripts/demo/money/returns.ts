import { answerReturn } from '#commands/money/transaction/answer-return.ts'
import type { Staff } from '#scripts/demo/people/cast.ts'
import { dayAfter, officeTime, workingDay } from '#scripts/demo/story/calendar.ts'
import { createChance } from '#scripts/demo/story/chance.ts'
import { type Story, type StoryWorld, told } from '#scripts/demo/story/world.ts'
import type { BilledOn } from './payments.ts'

/** A bill that was sent back, and the day on which its hospital answers. */
export type Returned = BilledOn & { readonly returnedOn: string; readonly answeredOn: string }

const ANSWERS = [
  'The attachment has been compared with the bill again: it belongs to the visit before',
  'The quantity was confirmed with the pharmacy and is right as billed',
  'It was the third cycle of six; the next bills will say so',
  'The patient was in the day ward, which keeps a register of its own',
] as const

/** Most hospitals answer within a fortnight; some let it lie for a month. */
const SLOW = 0.25

export function sentBack({ seed }: Story, bills: readonly BilledOn[], day: string): readonly Returned[] {
  return bills.map((bill) => {
    const chance = createChance(seed, 'answered', bill.transactionId, day)
    const days = chance.happens(SLOW) ? chance.between(20, 34) : chance.between(2, 12)
    return { ...bill, returnedOn: day, answeredOn: workingDay(dayAfter(day, days)) }
  })
}

/** The hospital answers a return in the morning, by one of those who bill there. */
export async function actOnReturn(story: Story, world: StoryWorld, staff: Staff, returned: Returned): Promise<void> {
  const { transactionId, returnedOn, answeredOn } = returned
  const chance = createChance(story.seed, 'answer', transactionId, returnedOn)
  const at = officeTime(answeredOn, 70 + chance.between(0, 40))
  const data = { answer: chance.pick(ANSWERS), documents: [] }
  const about = [transactionId, returnedOn]
  const command = told(story, 'AnswerReturn', about, chance.pick(staff.clerks), 'BILL_SERVICES', at, data)
  const answered = await answerReturn(world.handler, transactionId, command, async () => [])
  if (answered.outcome === 'refused') throw new Error(`Return of ${transactionId}: ${answered.refusal.refused}`)
}
