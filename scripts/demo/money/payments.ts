import { returnPayments } from '#commands/money/transaction/return-payments.ts'
import { takeStep } from '#commands/money/transaction/take-step.ts'
import { type ChainStep, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { BasisPoints } from '#domain/money/transaction/rules.ts'
import { dayAfter, officeTime } from '#scripts/demo/story/calendar.ts'
import type { Cast } from '#scripts/demo/people/cast.ts'
import { createChance } from '#scripts/demo/story/chance.ts'
import { type Story, type StoryWorld, told } from '#scripts/demo/story/world.ts'

/** Hospitals are paid in rounds of a fortnight, each hospital on days of its own. */
export const ROUND_DAYS = 14
/** How many days after a round's end each step is taken. */
const LAGS: Readonly<Record<ChainStep, number>> = { initiate: 3, recommend: 10, approve: 18, dfa: 28, permsec: 40 }
const RETURNED = 0.1

const REASONS = [
  'The attachment does not match the bill',
  'Quantity to be confirmed by the hospital',
  'Please state the cycle of treatment in the comment',
  'Billed for a day on which the patient was not admitted',
] as const

export type BilledOn = { readonly transactionId: string; readonly day: string }

/** The bills of one hospital and fortnight, on their way through the chain. */
export type Round = {
  readonly coeId: string
  readonly periodStart: string
  readonly periodEnd: string
  /** What is still in the round: a returned transaction leaves it. */
  bills: readonly BilledOn[]
  /** How many steps have been taken. */
  taken: number
}

/** Takes the step that is due on this day, if any. Answers what was returned to the hospital, and whether all is paid. */
export async function actOnRound(
  story: Story & { readonly lastDay: string },
  world: StoryWorld,
  cast: Cast,
  basisPoints: BasisPoints,
  round: Round,
  day: string,
): Promise<{ readonly returned: readonly BilledOn[]; readonly isPaid: boolean }> {
  const link = PAYMENT_CHAIN.links[round.taken]
  if (link === undefined || day < dayAfter(round.periodEnd, LAGS[link.step])) return { returned: [], isPaid: false }
  const { step, permission } = link
  const { handler, codes, forget } = world
  const { coeId, periodStart, periodEnd } = round
  const chance = createChance(story.seed, 'round', coeId, periodEnd, step)
  const actor = chance.pick(cast.payers[step])
  const at = officeTime(day, 480 + chance.between(0, 110))

  const isLate = step === 'approve' || step === 'dfa'
  const isReturned = (id: string) => createChance(story.seed, 'return', step, periodEnd, id).happens(RETURNED)
  const chosen = isLate ? round.bills.filter(({ transactionId }) => isReturned(transactionId)) : []
  // So that there are some on the way whenever the story ends: of the last fortnight one of each round at least.
  const isShown = isLate && chosen.length === 0 && round.bills.length > 1 && day > dayAfter(story.lastDay, -ROUND_DAYS)
  const returned = isShown ? round.bills.slice(0, 1) : chosen
  if (returned.length > 0) {
    const reason = chance.pick(REASONS)
    const cause = told(story, 'ReturnPayments', [coeId, periodEnd, step], actor, permission, at, {})
    check(await returnPayments(handler, idsOf(returned), reason, new Set([permission]), cause))
  }
  const bills = round.bills.filter((bill) => !returned.includes(bill))
  const transactionIds = idsOf(bills)
  const period = { start: periodStart, end: periodEnd }
  const number = () => codes.next('PAY', Number(at.slice(0, 4)))
  const bulk = { step, coeId, transactionIds, period, basisPoints, number }
  check(await takeStep(handler, bulk, told(story, 'TakeStep', [coeId, periodEnd, step], actor, permission, at, {})))
  round.bills = bills
  round.taken += 1
  const isPaid = round.taken === PAYMENT_CHAIN.links.length
  if (isPaid) for (const id of transactionIds) forget(`transaction-${id}`)
  return { returned, isPaid }
}

const idsOf = (bills: readonly BilledOn[]) => bills.map(({ transactionId }) => transactionId)

function check(outcomes: Awaited<ReturnType<typeof takeStep>>): void {
  for (const { transactionId, refusal } of outcomes) {
    if (refusal !== undefined) throw new Error(`Transaction ${transactionId}: ${refusal.refused}`)
  }
}
