import type pg from 'pg'
import type { Difference } from '#commands/log/difference.ts'
import { learnKeys } from '#commands/log/event-hash.ts'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import { unlessAborted } from '#commands/log/unless-aborted.ts'
import { isPassingFault } from '#commands/postgres.ts'
import type { Report } from '#commands/rarely.ts'
import { INTEGRITY_STREAM, MOST_FINDINGS } from '#domain/integrity/events.ts'
import { type Decision, decidedIn, decisionsIn } from './decisions.ts'
import { type Finder, type Finding, findingId, placeOf } from './finding.ts'
import { dropFindings, keepFindings, readFindings } from './finding-store.ts'

/**
 * Whether the log holds, as this process knows it without asking. From the first finding on nothing is written, in any
 * process, until an operator has decided (docs/decisions/0039).
 */
export type Integrity = {
  /** What does not hold and nobody has decided about, in order of position: the first thousand. */
  open(): readonly Finding[]
  /** What operators have decided, the oldest first. */
  decisions(): readonly Decision[]
  /** Whether the event at a position is one that an operator has decided about. */
  isDecided(position: Position): boolean
  /**
   * Says what does not hold: this process then writes nothing, the others within a second or two. What is known, or was
   * decided about, is no news. Ends when it is recorded, and never rejects: what cannot be recorded now, the next look
   * records. `by`: which part found it.
   */
  found(differences: readonly Difference[], by: Finder): Promise<void>
  /** Looks once at what the other processes found, and at what was decided; to be run again and again. */
  look(): Promise<void>
  /** Ends when nothing is open, or the signal aborts. What it gives aborts when something is found again. */
  whenOpen(signal: AbortSignal): Promise<AbortSignal>
}

export const INTEGRITY_LOOK_EVERY_MS = 1_000

type Options = {
  readonly pool: pg.Pool
  readonly eventLog: Pick<EventLog, 'read'>
  /** Only what was written under one of these decides anything. */
  readonly eventKeys: LiveEventKeys
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: Report
}

/** Findings in the table `integrity_finding`; decisions in the log, where they outlive the table. */
export function createIntegrity({ pool, eventLog, eventKeys, now, report }: Options): Integrity {
  /** In order, and what was found here and is not recorded yet behind them. */
  let findings: readonly Finding[] = []
  const unrecorded = new Map<string, Finding>()
  let decisions: readonly Decision[] | undefined
  let closing = new AbortController()
  const waiting = new Set<() => void>()
  let looking: Promise<void> | undefined

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
      `The log does not hold at ${placeOf(first)} (${check}: expected ${expected}; found ${found}). ` +
        'Nothing is written any more: run verify, and see docs/mismatch.md',
    )
  }

  async function readDecided(): Promise<ReadonlyMap<string, Decision>> {
    const stored = await eventLog.read(INTEGRITY_STREAM)
    await learnKeys(eventKeys, stored)
    decisions = decisionsIn(stored, eventKeys)
    return decidedIn(decisions)
  }

  async function lookOnce(): Promise<void> {
    const own = [...unrecorded.values()]
    if (own.length > 0) await keepFindings(pool, own)
    const kept = await readFindings(pool)
    // What is gone was decided about by then.
    if (decisions === undefined || kept.length + findings.length > 0) await readDecided()
    const decided = decidedIn(decisions ?? [])
    const done = kept.filter(({ id }) => decided.has(id))
    if (done.length > 0) await dropFindings(pool, done)
    for (const { id } of own) unrecorded.delete(id)
    become([...kept.filter(({ id }) => !decided.has(id)), ...unrecorded.values()])
  }

  /** One at a time: what was read earlier never replaces what was read later. */
  async function lookInTurn(): Promise<void> {
    while (looking !== undefined) await looking.catch(() => undefined)
    looking = lookOnce().finally(() => (looking = undefined))
    return looking
  }

  const isDecided = (position: Position): boolean =>
    decisions?.some(({ findings: decided }) =>
      decided.some((one) => one.position === position && one.through === undefined),
    ) === true

  return {
    open: () => findings,
    decisions: () => decisions ?? [],
    isDecided,
    async found(differences, by) {
      const foundAt = new Date(now()).toISOString()
      const told = differences
        .slice(0, MOST_FINDINGS)
        .map((difference) => ({ ...difference, id: findingId(difference), foundBy: by, foundAt }))
      const isNews = ({ id }: Finding) => !unrecorded.has(id) && !findings.some((one) => one.id === id)
      if (!told.some(isNews)) return
      // Whoever cannot be asked what was decided has decided nothing.
      const decided = await readDecided().catch((): ReadonlyMap<string, Decision> => new Map())
      // Who meets an event by itself tells of it in other words than who checks all of it.
      const isMet = ({ position }: Finding) => (by === 'reader' || by === 'sealer') && isDecided(position)
      const news = told.filter((one) => isNews(one) && !decided.has(one.id) && !isMet(one))
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
        if (!isPassingFault(error)) throw error
      }
    },
    async whenOpen(signal) {
      while (closing.signal.aborted && !signal.aborted)
        await unlessAborted(new Promise<void>((resume) => waiting.add(resume)), signal)
      return closing.signal
    },
  }
}
