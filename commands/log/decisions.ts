import { checkEvent, learnKeys, learnRetired } from './event-hash.ts'
import type { EventLog, Position, StoredEvent } from './event-log.ts'
import type { KnownEventKeys, LiveEventKeys } from './event-mac.ts'
import type { LiveSealKeys } from './seals/seal.ts'
import { isSignedDecision } from './signed-decision.ts'
import { streamPages } from './stream-pages.ts'
import type { Difference } from './verify/difference.ts'
import { INTEGRITY_STREAM, integrityEvents, type OpenedAgain } from '#domain/integrity/events.ts'
import { jsonIn } from '#domain/kernel/json.ts'
import { UNSIGNED } from '#domain/kernel/signed-decision.ts'

/** An operator's decision that the portal writes again, and where it stands: in the log, and in its stream. */
export type Decision = OpenedAgain & { readonly place: Position; readonly revision: number }

/** What operators have decided, as whoever reads events needs it: a value that never changes (docs/decisions/0039). */
export type Decisions = {
  /** How many events of their stream it is made of: what was folded by fewer is folded anew. */
  readonly known: number
  /** The oldest first. */
  readonly all: readonly Decision[]
  /** What stands among them under the key of the events, and no key of the seals has signed: it decides nothing. */
  readonly unsigned: readonly Difference[]
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

/** What a decision is held by: it is written under a key of the events, and signed under one of the seals. */
export type DecisionKeys = { readonly eventKeys: KnownEventKeys; readonly sealKeys: Pick<LiveSealKeys, 'all'> }

/**
 * The decisions among the stored events of their stream, behind those that are known. Only what a process of the portal
 * wrote and signed decides anything: whoever has the database alone, or one key with it, opens nothing.
 */
export function decisionsIn(
  stored: readonly StoredEvent[],
  { eventKeys, sealKeys }: DecisionKeys,
  before: Pick<Decisions, 'known' | 'all' | 'unsigned'> = NO_DECISIONS,
): Decisions {
  // In order: a decision that is signed under a key which one before it retired is none.
  learnRetired(eventKeys, stored)
  const [all, unsigned] = [[...before.all], [...before.unsigned]]
  for (const event of stored) {
    if (event.stream !== INTEGRITY_STREAM || event.type !== 'PortalOpenedAgain') continue
    if (checkEvent(event, eventKeys).mac !== 'holds') continue
    const { position: place, revision } = event
    const { data } = integrityEvents.PortalOpenedAgain.safeParse(jsonIn(event.data))
    if (data !== undefined && isSignedDecision(sealKeys.all(), revision, data)) all.push({ ...data, place, revision })
    else unsigned.push(unsignedDecision({ position: place, stream: INTEGRITY_STREAM }, data?.keyId ?? UNSIGNED.keyId))
  }
  return decided(all, unsigned, (stored.at(-1)?.revision ?? before.known - 1) + 1)
}

/** What is told of a decision that no key of the seals has signed. */
export const unsignedDecision = (place: Pick<Difference, 'position' | 'stream'>, keyId: string): Difference => ({
  ...{ ...place, check: 'signature of a decision' },
  ...{ expected: 'the signature of a key of the seals', found: `key ${keyId}, not signed by it` },
})

function decided(all: readonly Decision[], unsigned: readonly Difference[], known: number): Decisions {
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
    ...{ known, all, unsigned, byFinding },
    leftOut: (position) =>
      single.get(position) ?? stretches.find(({ from, to }) => position >= from && position <= to)?.decision,
    isNamed: ({ id, foundAt }) => foundAt <= (namedAt.get(id) ?? ''),
    taken: (position) => taken.get(position),
  }
}

/** Before anything was decided, and for whoever reads a log in which nothing is. */
export const NO_DECISIONS: Decisions = decided([], [], 0)

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

type LiveKeys = { readonly eventKeys: LiveEventKeys; readonly sealKeys: Pick<LiveSealKeys, 'all' | 'refresh'> }

/** Knows nothing until it has learned; what is not under both of these keys decides nothing. */
export function createDecisions(eventLog: Pick<EventLog, 'read'>, keys: LiveKeys): LiveDecisions {
  let decisions = NO_DECISIONS
  let learning: Promise<unknown> = Promise.resolve()
  const told = new Set<() => void>()

  async function learnOnce(): Promise<Decisions> {
    let learned = decisions
    for await (const since of streamPages(eventLog, INTEGRITY_STREAM, decisions.known)) {
      await learnKeys(keys.eventKeys, since)
      // Signed under a key that came into use since, maybe.
      if (since.length > 0) await keys.sealKeys.refresh()
      learned = decisionsIn(since, keys, learned)
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
