import { checkEvent, learnKeys, learnRetired } from './event-hash.ts'
import type { EventLog, Position, StoredEvent } from './event-log.ts'
import type { KnownEventKeys, LiveEventKeys } from './event-mac.ts'
import { streamPages } from './stream-pages.ts'
import { INTEGRITY_STREAM, integrityEvents, type OpenedAgain } from '#domain/integrity/events.ts'
import { jsonIn } from '#domain/kernel/json.ts'

/** An operator's decision that the portal writes again, and where it stands: in the log, and in its stream. */
export type Decision = OpenedAgain & { readonly place: Position; readonly revision: number }

/** What operators have decided, as whoever reads events needs it: a value that never changes (docs/decisions/0047). */
export type Decisions = {
  /** How many events of their stream it is made of: what was folded by fewer is folded anew. */
  readonly known: number
  /** The oldest first. */
  readonly all: readonly Decision[]
  /** Which decision each finding was decided by, by the finding's id. */
  readonly byFinding: ReadonlyMap<string, Decision>
  /** By which decision what stands at a position is left out: nobody folds it, now or ever. */
  leftOut(position: Position): Decision | undefined
  /** Whether a decision names a finding and was made after it was found (ISO, UTC), whatever it has decided. */
  isNamed(finding: { readonly id: string; readonly foundAt: string }): boolean
  /** By which decision the event at a position is taken although it does not go on from the one before it in its stream. */
  taken(position: Position): Decision | undefined
}

/**
 * Whether what was folded up to a position by fewer decisions may have folded what was decided to be left out since: of a type
 * that it folds, or nobody knows of which.
 */
export const leavesOutSince = (
  { all }: Decisions,
  { position: reached, decided }: { readonly position: Position; readonly decided: number },
  folds: (type: string) => boolean,
): boolean =>
  all
    .filter(({ revision }) => revision >= decided)
    .flatMap(({ leftOut }) => leftOut)
    .some(({ position, type }) => position <= reached && (type === undefined || folds(type)))

/** The checks that say of an event that something before it is missing, or was changed. */
export const OUT_OF_CHAIN: ReadonlySet<string> = new Set(['revision', 'hash chain'])

/**
 * The decisions among the stored events of their stream, behind those that are known. Only what a process of the portal
 * wrote decides anything: whoever has the database alone opens nothing.
 */
export function decisionsIn(
  stored: readonly StoredEvent[],
  keys: KnownEventKeys,
  before?: Pick<Decisions, 'known' | 'all'>,
): Decisions {
  // In order: a decision that is signed under a key which one before it retired is none.
  learnRetired(keys, stored)
  const read = stored.flatMap((event): readonly Decision[] => {
    if (event.stream !== INTEGRITY_STREAM || event.type !== 'PortalOpenedAgain') return []
    if (checkEvent(event, keys).mac !== 'holds') return []
    const { success, data } = integrityEvents.PortalOpenedAgain.safeParse(jsonIn(event.data))
    return success ? [{ ...data, place: event.position, revision: event.revision }] : []
  })
  const last = stored.at(-1)
  return decided([...(before?.all ?? []), ...read], last === undefined ? (before?.known ?? 0) : last.revision + 1)
}

function decided(all: readonly Decision[], known: number): Decisions {
  const byFinding = new Map<string, Decision>()
  const namedAt = new Map<string, string>()
  const taken = new Map<Position, Decision>()
  const single = new Map<Position, Decision>()
  const stretches: { readonly from: Position; readonly to: Position; readonly decision: Decision }[] = []
  for (const decision of all) {
    for (const { id, check, position, mended } of decision.findings) {
      if (decision.at > (namedAt.get(id) ?? '')) namedAt.set(id, decision.at)
      if (mended === true) continue
      byFinding.set(id, decision)
      if (OUT_OF_CHAIN.has(check)) taken.set(position, decision)
    }
    for (const { position: from, through: to } of decision.leftOut)
      if (to === undefined) single.set(from, decision)
      else stretches.push({ from, to, decision })
  }
  return {
    ...{ known, all, byFinding },
    leftOut: (position) =>
      single.get(position) ?? stretches.find(({ from, to }) => position >= from && position <= to)?.decision,
    isNamed: ({ id, foundAt }) => foundAt <= (namedAt.get(id) ?? ''),
    taken: (position) => taken.get(position),
  }
}

/** Before anything was decided, and for whoever reads a log in which nothing is. */
export const NO_DECISIONS: Decisions = decided([], 0)

/** The decisions as far as a process knows them. */
export type LiveDecisions = {
  now(): Decisions
  /** Reads what was decided since. Rejects as the log does. */
  learn(): Promise<Decisions>
  /** Calls back whenever more is known than before; what it returns ends that. */
  onDecided(look: () => void): () => void
}

/** Of a log whose operators decide nothing. */
export const NEVER_DECIDED: LiveDecisions = {
  now: () => NO_DECISIONS,
  learn: async () => NO_DECISIONS,
  onDecided: () => () => undefined,
}

/** Knows nothing until it has learned. `eventKeys`: only what was written under one of these decides anything. */
export function createDecisions(eventLog: Pick<EventLog, 'read'>, eventKeys: LiveEventKeys): LiveDecisions {
  let decisions = NO_DECISIONS
  let learning: Promise<unknown> = Promise.resolve()
  const told = new Set<() => void>()

  async function learnOnce(): Promise<Decisions> {
    let learned = decisions
    for await (const since of streamPages(eventLog, INTEGRITY_STREAM, decisions.known)) {
      await learnKeys(eventKeys, since)
      learned = decisionsIn(since, eventKeys, learned)
    }
    const isMore = learned.known > decisions.known
    decisions = learned
    if (isMore) for (const look of [...told]) look()
    return decisions
  }

  return {
    now: () => decisions,
    /** One at a time: what was read earlier never replaces what was read later. */
    async learn() {
      const learned = learning.then(learnOnce)
      learning = learned.catch(() => undefined)
      return learned
    },
    onDecided(look) {
      told.add(look)
      return () => void told.delete(look)
    },
  }
}
