import type pg from 'pg'
import { type Difference, isSingle, MOST_SINGLE } from '#commands/log/verify/difference.ts'
import { LogUnavailable } from '#commands/log/event-log.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import { unlessAborted } from '#commands/log/unless-aborted.ts'
import { isPassingFault } from '#commands/postgres.ts'
import type { Report } from '#commands/rarely.ts'
import { MOST_FINDINGS } from '#domain/integrity/events.ts'
import { shown } from '#domain/kernel/text.ts'
import { type Decisions, type LiveDecisions, NO_DECISIONS } from '#commands/log/decisions.ts'
import { decisionAbout } from './decision-about.ts'
import { type Finder, type Finding, findingOf, placeOf } from './finding.ts'
import { dropFindings, keepFindings, readFindings } from './finding-store.ts'

/**
 * Whether the log holds, as this process knows it without asking. From the first finding on nothing is written, in any
 * process, until an operator has decided (docs/decisions/0039).
 */
export type Integrity = {
  /** What does not hold and nobody has decided about, in order of position: the first thousand. */
  open(): readonly Finding[]
  /** How many rows of the table of findings no process of the portal wrote, up to a thousand: they are none. */
  foreign(): number
  /** For how long (ms) nobody could look at what the others found. */
  unseenMs(): number
  /** What operators have decided. */
  decisions(): Decisions
  /**
   * Says what does not hold: this process then writes nothing, the others within a second or two. What is known, or was
   * decided about, is no news. Ends when it is recorded, and never rejects: what cannot be recorded now, the next look
   * records. `by`: which part found it. `since`: when a look that takes long began (milliseconds since 1970), so that what
   * operators have decided about meanwhile is none either.
   */
  found(differences: readonly Difference[], by: Finder, since?: number): Promise<void>
  /** Looks once at what the other processes found, and at what was decided; to be run again and again. */
  look(): Promise<void>
  /** Ends when nothing is open, or the signal aborts. What it gives aborts when something is found again. */
  whenOpen(signal: AbortSignal): Promise<AbortSignal>
}

export const INTEGRITY_LOOK_EVERY_MS = 1_000

type Options = {
  readonly pool: pg.Pool
  /** Under which the findings are kept. */
  readonly eventKeys: LiveEventKeys
  readonly decisions: LiveDecisions
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: Report
}

/** Findings in the table `integrity_finding`; decisions in the log, where they outlive the table. */
export function createIntegrity({ pool, eventKeys, decisions, now, report }: Options): Integrity {
  /** In order, and what was found here and is not recorded yet behind them. */
  let findings: readonly Finding[] = []
  const unrecorded = new Map<string, Finding>()
  let closing = new AbortController()
  const waiting = new Set<() => void>()
  let looking: Promise<void> | undefined
  let foreign = 0
  let lookedAt = performance.now()

  function become(open: readonly Finding[]): void {
    const wasOpen = findings.length === 0
    findings = open.slice(0, MOST_FINDINGS)
    const [first] = findings
    if ((first === undefined) === wasOpen) return
    if (first === undefined) {
      closing = new AbortController()
      for (const resume of waiting) resume()
      waiting.clear()
      return report('All that does not hold was decided about: the portal writes again')
    }
    closing.abort()
    const { check, expected, found } = first
    report(
      `The log does not hold at ${placeOf(first)} (${check}: expected ${shown(expected)}; found ${shown(found)}). ` +
        'Nothing is written any more: run verify, and see docs/mismatch.md',
    )
  }

  function tellForeign(rows: number): void {
    if (rows > 0 && foreign === 0)
      report(
        `The table integrity_finding holds ${rows} ${rows === 1 ? 'row' : 'rows'} that no process of the portal wrote: they decide nothing`,
      )
    foreign = rows
  }

  async function lookOnce(): Promise<void> {
    const own = [...unrecorded.values()]
    if (own.length > 0) await keepFindings(pool, eventKeys, own)
    const { findings: kept, foreign: others } = await readFindings(pool, eventKeys)
    tellForeign(others.length)
    // After the findings: what is gone of them was decided about by then, and is known before anything is written.
    const decided = await decisions.learn()
    // What was named is over, also when somebody has kept its row and puts it back: found once more, it is of a later time.
    const isDecided = (one: Finding) => decisionAbout(decided, one) !== undefined || decided.isNamed(one)
    const isKept = new Set(kept.map(({ id }) => id))
    const foundAt = new Date(now()).toISOString()
    const unsigned = decided.unsigned.map((one) => findingOf(one, 'reader', foundAt))
    const news = unsigned.filter((one) => !isKept.has(one.id) && !isDecided(one) && !unrecorded.has(one.id))
    for (const one of news) unrecorded.set(one.id, one)
    if (news.length > 0) await keepFindings(pool, eventKeys, news)
    const done = kept.filter(isDecided)
    if (done.length > 0) await dropFindings(pool, done)
    // What is not among them somebody has kept out, or taken out at once: it is recorded again.
    for (const one of own)
      if (isKept.has(one.id) || isDecided(one) || kept.length === MOST_FINDINGS) unrecorded.delete(one.id)
    become([...kept.filter((one) => !isDecided(one)), ...unrecorded.values()])
    lookedAt = performance.now()
  }

  /** One at a time: what was read earlier never replaces what was read later. */
  async function lookInTurn(): Promise<void> {
    while (looking !== undefined) await looking.catch(() => undefined)
    looking = lookOnce().finally(() => (looking = undefined))
    return looking
  }

  return {
    open: () => findings,
    foreign: () => foreign,
    unseenMs: () => performance.now() - lookedAt,
    decisions: decisions.now,
    async found(differences, by, since = now()) {
      const foundAt = new Date(now()).toISOString()
      const begun = new Date(since).toISOString()
      const told = differences.slice(0, MOST_FINDINGS).map((difference) => findingOf(difference, by, foundAt))
      const isNews = ({ id }: Finding) => !unrecorded.has(id) && !findings.some((one) => one.id === id)
      if (!told.some(isNews)) return
      // Whoever cannot be asked what was decided has decided nothing.
      const decided = await decisions.learn().catch((): Decisions => NO_DECISIONS)
      const isDecided = (one: Finding) =>
        decisionAbout(decided, one) !== undefined || decided.isNamed({ id: one.id, foundAt: begun })
      // Whoever reads meets each of them; of so many the check of the whole tells by stretches.
      const isCrowd = by === 'reader' && findings.filter(isSingle).length >= MOST_SINGLE
      const news = told.filter((one) => isNews(one) && !isDecided(one) && !(isCrowd && isSingle(one)))
      if (news.length === 0) return
      for (const one of news) unrecorded.set(one.id, one)
      become([...findings, ...news])
      await lookInTurn().catch((error: unknown) => report('What does not hold could not be recorded yet', error))
    },
    async look() {
      try {
        await lookInTurn()
      } catch (error) {
        // That the database is away is said by its watch.
        if (!isPassingFault(error) && !(error instanceof LogUnavailable)) throw error
      }
    },
    async whenOpen(signal) {
      while (closing.signal.aborted && !signal.aborted)
        await unlessAborted(new Promise<void>((resume) => waiting.add(resume)), signal)
      return closing.signal
    },
  }
}
