import { commentOnDispute } from '#commands/money/dispute/comment-on-dispute.ts'
import { endDispute } from '#commands/money/dispute/end-dispute.ts'
import { disputeOf, raiseDispute } from '#commands/money/dispute/raise-dispute.ts'
import type { DisputeOutcome } from '#domain/money/dispute/outcomes.ts'
import type { Cast, Staff } from '#scripts/demo/people/cast.ts'
import { dayAfter, officeTime, workingDay } from '#scripts/demo/story/calendar.ts'
import { createChance } from '#scripts/demo/story/chance.ts'
import { type Actor, type Story, type StoryWorld, told } from '#scripts/demo/story/world.ts'
import type { BilledOn } from './payments.ts'

const DISPUTED = 0.05
/** So many days before the end each hospital has one that is still open. */
const SHOWN_DAYS = 12
/** How long one is open, in days: none that ends is open at the end of the story. */
const [SHORTEST, LONGEST] = [SHOWN_DAYS + 1, SHOWN_DAYS + 14]
/** So many days after a bill its dispute has ended, with the weekends before it is raised and before it ends: money may come back until then. */
export const SETTLED_DAYS = 3 + LONGEST + 2

const REASONS = [
  'The patient says that this was not given on that day',
  'It is billed twice, with the bill of the day before',
  'The quantity is more than one visit takes',
] as const
const REPLIES = [
  'The ward register has it, with the nurse who gave it. We are looking for the page.',
  'We have asked the doctor who saw the patient that day.',
] as const
const ANSWERS = ['Please send a copy of the register.', 'Which of the two visits was it?'] as const
const ENDS: Readonly<Record<DisputeOutcome, string>> = {
  resolved: 'The register shows that it was given as it was billed',
  reversed: 'It was not given, and should not have been billed',
  withdrawn: 'The bill is right: the day was read wrongly',
}

type Open = BilledOn & {
  readonly disputeId: string
  readonly raiser: Actor
  readonly repliedOn: string
  readonly endedOn: string
  readonly outcome: DisputeOutcome
}

/** The disputes of a story: raised by the secretariat the day after a bill, talked about, and ended by the hospital's head. */
export function createDisputes(story: Story & { readonly lastDay: string }, world: StoryWorld, cast: Cast) {
  const open = new Map<string, Open[]>(cast.staff.map(({ coeId }) => [coeId, []]))
  /** The hospitals that have one which is still open at the end. */
  const shown = new Set<string>()
  const { handler, forget } = world
  const minute = (id: string, what: string) => createChance(story.seed, 'dispute', what, id).between(0, 3)

  async function raise({ coeId }: Staff, bill: BilledOn, day: string): Promise<void> {
    const { transactionId } = bill
    const chance = createChance(story.seed, 'dispute', transactionId)
    const raiser = chance.pick(cast.secretariat)
    const data = { reason: chance.pick(REASONS), documents: [] }
    const at = officeTime(day, 112 + minute(transactionId, 'raise'))
    const command = told(story, 'DisputeTransaction', [transactionId], raiser, 'FLAG_TRANSACTION', at, data)
    must(await raiseDispute(handler, transactionId, command, async () => []))
    const outcome = chance.pick(['resolved', 'reversed', 'resolved', 'withdrawn'] as const)
    open.get(coeId)?.push({
      ...{ ...bill, disputeId: disputeOf(command), raiser, outcome },
      repliedOn: workingDay(dayAfter(day, 1)),
      endedOn: workingDay(dayAfter(day, chance.between(SHORTEST, LONGEST))),
    })
  }

  async function talk({ clerks }: Staff, { disputeId, transactionId, raiser }: Open, day: string): Promise<void> {
    const chance = createChance(story.seed, 'dispute', 'talk', transactionId)
    const said = [
      { by: chance.pick(clerks), comment: chance.pick(REPLIES), minutes: 112 },
      { by: raiser, comment: chance.pick(ANSWERS), minutes: 116 },
    ]
    for (const { by, comment, minutes } of said) {
      const at = officeTime(day, minutes + minute(transactionId, comment))
      const about = [transactionId, by.userId]
      const command = told(story, 'CommentOnDispute', about, by, 'SEND_DISPUTE_CHAT', at, { comment, documents: [] })
      must(await commentOnDispute(handler, disputeId, command, async () => []))
    }
  }

  async function end(staff: Staff, one: Open, day: string): Promise<void> {
    const { disputeId, transactionId, outcome, raiser } = one
    const by = outcome === 'withdrawn' ? raiser : staff.cmds[0]
    if (by === undefined) return
    const at = officeTime(day, 112 + minute(transactionId, 'end'))
    const data = { outcome, comment: ENDS[outcome], ofCoe: by.coeId }
    must(await endDispute(handler, disputeId, told(story, 'EndDispute', [disputeId], by, 'FLAG_TRANSACTION', at, data)))
    forget(`dispute-${disputeId}`)
  }

  return {
    /** A day at one hospital: `billed` is what is in no payment there. Gives what is in none behind it. */
    async on(staff: Staff, billed: readonly BilledOn[], day: string): Promise<BilledOn[]> {
      const { coeId } = staff
      if (cast.secretariat.length === 0 || workingDay(day) !== day) return [...billed]
      const known = open.get(coeId) ?? []
      for (const one of known.filter(({ repliedOn }) => repliedOn === day)) await talk(staff, one, day)
      const ended = known.filter(({ endedOn }) => endedOn === day)
      for (const one of ended) await end(staff, one, day)
      open.set(
        coeId,
        known.filter((one) => !ended.includes(one)),
      )
      const fresh = billed.filter((bill) => workingDay(dayAfter(bill.day, 1)) === day)
      const chosen = fresh.filter(({ transactionId: id }) => createChance(story.seed, 'disputed', id).happens(DISPUTED))
      const isLate = day > dayAfter(story.lastDay, -SHOWN_DAYS)
      const disputed = isLate && !shown.has(coeId) && chosen.length === 0 ? fresh.slice(0, 1) : chosen
      if (isLate && disputed.length > 0) shown.add(coeId)
      for (const bill of disputed) await raise(staff, bill, day)
      const standing = ended.filter(({ outcome }) => outcome !== 'reversed')
      return [
        ...billed.filter((bill) => !disputed.includes(bill)),
        ...standing.map(({ transactionId, day: billedOn }) => ({ transactionId, day: billedOn })),
      ]
    },
  }
}

function must(done: { readonly outcome: string; readonly refusal?: { readonly refused: string } }): void {
  if (done.outcome === 'refused') throw new Error(`A dispute of the story: ${done.refusal?.refused ?? ''}`)
}
