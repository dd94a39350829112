import { digestOf, NOTHING_ROLLED, type Rolled, rollOn } from '#commands/log/seals/seal.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { endOfLagosDay, startOfLagosDay } from '#domain/kernel/dates.ts'
import type { Seal } from '#domain/seal/events.ts'
import { eventLine, headerLine, LogDoesNotHold, sealLine } from './lines.ts'
import { eventBehind, eventsUpTo, type ReadLog, type Seals } from './sealed-log.ts'

/** Days in Lagos, both included. */
type Days = { readonly from: string; readonly to: string }

/** The seals before and after; none before where the log begins within these days. */
type Around = { readonly before: Seal | undefined; readonly after: Seal }

/**
 * The seals between which an event before the first day stands first, and one behind the last day last: so whoever reads
 * what is between them sees that no other was recorded on these days. Where nothing is sealed behind them, the last seal.
 */
export async function daysAround(log: ReadLog, { from, to }: Days, seals: Seals, last: Seal): Promise<Around> {
  /** The first seal behind which nothing was recorded before an instant. */
  const firstAt = (instant: string) =>
    firstOf(last.number, async (number) => {
      const seal = await mustHave(seals, number)
      return (await eventBehind(log, seal.position)).recordedAt >= instant
    })
  const [begin, end] = [await firstAt(startOfLagosDay(from)), await firstAt(endOfLagosDay(to))]
  return {
    before: begin === 1 ? undefined : await mustHave(seals, begin - 1),
    after: end >= last.number ? last : await mustHave(seals, end + 1),
  }
}

/** Every event of the log between the two, each seal behind the last of its events. Throws when none is of these days. */
export async function* linesOfDays(log: ReadLog, about: Days, seals: Seals, { before, after }: Around) {
  const [begin, end] = [startOfLagosDay(about.from), endOfLagosDay(about.to)]
  yield headerLine(about, after)
  if (before !== undefined) yield sealLine(before)
  let rolled: Rolled = before ?? NOTHING_ROLLED
  let next = await mustHave(seals, (before?.number ?? 0) + 1)
  let isEmpty = true
  for await (const event of eventsUpTo(log, rolled.position, after.position)) {
    rolled = rollOn(rolled, event, digestOf(event))
    isEmpty &&= event.recordedAt < begin || event.recordedAt >= end
    yield eventLine(event)
    if (event.position < next.position) continue
    if (rolled.position !== next.position || rolled.count !== next.count || rolled.hash !== next.hash)
      throw new LogDoesNotHold(`up to position ${rolled.position}`)
    yield sealLine(next)
    if (next.number < after.number) next = await mustHave(seals, next.number + 1)
  }
  if (rolled.position !== after.position) throw new LogDoesNotHold(`up to position ${after.position}`)
  if (isEmpty) throw new StartRefused(`Nothing that is sealed was recorded from ${about.from} to ${about.to}`)
}

/** The first of 1 to `last` of which something is so, where it is of all behind it too; one more where it is of none. */
async function firstOf(last: number, isSo: (number: number) => Promise<boolean>): Promise<number> {
  let [from, to] = [1, last + 1]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (await isSo(middle)) to = middle
    else from = middle + 1
  }
  return from
}

async function mustHave(seals: Seals, number: number): Promise<Seal> {
  const seal = await seals.of(number)
  if (seal === undefined) throw new LogDoesNotHold(`for seal ${number}`)
  return seal
}
