import { setTimeout as delay } from 'node:timers/promises'
import type { AnyCommand } from '#domain/kernel/decider.ts'
import type { Seal } from '#domain/seal/events.ts'
import { deriveId } from '#commands/ids.ts'
import type { Remark } from '#commands/supervise.ts'
import { inTurn, type TakeTurn } from '#commands/sole-turn.ts'
import { decisionAbout } from '#commands/integrity/decision-about.ts'
import { type Decisions, NO_DECISIONS } from '#commands/log/decisions.ts'
import { NoFile } from '#commands/open-regular.ts'
import type { DomainLog, StreamHead } from '#commands/log/domain-log.ts'
import { breakIn, checkEvent, faultOf, learnKeys } from '#commands/log/event-hash.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { type EventLog, NO_STREAM, type StoredEvent } from '#commands/log/event-log.ts'
import { createChanges, endsAsSealed, keeping } from './ends-as-sealed.ts'
import type { EndsTree } from './ends-tree.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import { endCutOff, sealFileCut } from '#commands/log/verify/log-ends.ts'
import { createLogSignal, type LogSignal } from '#commands/log/log-signal.ts'
import { lastSeal, sealOfNumber, sealPlaces } from './recorded-seals.ts'
import { createCarrier, type Pauses } from './seal-carrier.ts'
import { openSealFile, type OwnSealFile, SealsDisagree } from './seal-file.ts'
import { NothingSealed, readingSeals } from './nothing-sealed.ts'
import { nextOf, unlessDue } from '#commands/log/next-or-due.ts'
import { digestOf, NOTHING_ROLLED, type Rolled, rollOn, SEAL_STREAM, SEAL_TYPE, signSeal } from './seal.ts'
import { goesBack, isSameSeal, isSignedBy, type LiveSealKeys } from './seal.ts'
import type { SecondPlace } from './second-place.ts'
import type { StreamEnds } from './stream-ends.ts'
import { BrokenChain, ForgedEvent } from '#commands/log/unread-event.ts'

export type SealerOptions = {
  readonly eventLog: Pick<EventLog, 'follow' | 'read'>
  readonly log: Pick<DomainLog, 'readWhatHolds' | 'append'>
  /** What signs, and by what the seals of before are checked. */
  readonly sealKeys: LiveSealKeys
  /** Nothing is sealed that was not written under one of these. */
  readonly eventKeys: LiveEventKeys
  /** Where all streams ended as of the last seal, for the next start. */
  readonly streamEnds: StreamEnds
  /** Outside the database: the file of the seals goes in here. */
  readonly folder: string
  /** Where the seals go as well; without it nobody can tell whether log and file were cut together. */
  readonly secondPlace?: SecondPlace | undefined
  readonly takeTurn: TakeTurn
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A seal after so many events that are no seals, */
  readonly everyEvents?: number
  /** and at the latest so many milliseconds after the first of them was recorded. */
  readonly everyMs?: number
  /** How often (ms) to look whether another process gave up its turn. */
  readonly lookEvery?: number
  /** What operators have decided: nothing when left out. */
  readonly decisions?: () => Decisions
  /** Told of what nothing is sealed over. */
  readonly found?: (difference: Difference) => Promise<void>
  /** Between two questions to a second place that is away, and to one that is not, when not as usual. */
  readonly pauses?: Pauses
  readonly askEvery?: number
  /** What an operator should hear of. */
  readonly report: (message: string, error?: unknown) => void
}

const decided = ({ decisions = () => NO_DECISIONS }: SealerOptions): Decisions => decisions()

const LOOK_EVERY_MS = 5_000

/** What is sealed, what is not yet, and how far the seals' stream is. */
type Progress = {
  head: StreamHead
  /** The last seal; undefined while there is none. */
  last: Seal | undefined
  rolled: Rolled
  /** Where all streams end that are rolled. Keeps some 130 bytes a stream. */
  readonly ends: EndsTree
  /** Those that went on since the last seal. */
  readonly changes: ReturnType<typeof createChanges>
  unsealed: number
  /** Milliseconds since 1970 at which the next seal is due; undefined while there is nothing to seal. */
  dueAt: number | undefined
  readonly file: OwnSealFile
}

/**
 * Seals the log every 1,000 events or every minute, after looking whether the portal wrote what it seals: first as an
 * event (whose exact revision makes it the only seal of its number), then in a file outside the database, then in a second
 * place, so that cutting off the log's end is found. One process at a time; goes on from the last seal. Before each seal
 * it looks whether the file is what was written, and at the start whether the second place holds more than the log.
 * Seals do not count: a log in which nothing else happens gets none. Ends when the signal aborts; throws what its parts
 * throw, and may be run again, but after SealsDisagree and NothingSealed. A second place that is away holds up nothing.
 */
export async function runSealer(options: SealerOptions, signal: AbortSignal, remark: Remark): Promise<void> {
  const { takeTurn, lookEvery = LOOK_EVERY_MS, report, found } = options
  while (!signal.aborted)
    try {
      return await inTurn({ takeTurn, lookEvery }, signal, (_, stop) => sealAndCarry(options, stop, remark))
    } catch (error) {
      if (error instanceof NoFile) {
        // Something stands where the file of the seals was, and is perhaps put right.
        report('Nothing is sealed', error)
        remark('nothing is sealed: where the file of the seals should be is none. Put it right (docs/seals.md)')
        await delay(lookEvery, undefined, { signal }).catch(() => undefined)
        continue
      }
      const difference = error instanceof SealsDisagree || error instanceof NothingSealed ? error.difference : undefined
      if (difference === undefined) throw error
      await found?.(difference)
      // Whoever was told of it may have looked what was decided meanwhile; seals that disagree no decision mends.
      if (error instanceof SealsDisagree || decisionAbout(decided(options), difference) === undefined) throw error
    }
}

async function sealAndCarry(given: SealerOptions, stop: AbortSignal, remark: Remark): Promise<void> {
  const options = { ...given, log: readingSeals(given.log) }
  const { secondPlace: place, sealKeys } = options
  // Another process may have sealed under a newer key since this one began.
  await sealKeys.refresh()
  const made = createLogSignal()
  const newest = () => progress?.last?.number ?? 0
  const carrier = place && createCarrier({ ...options, place, made, newest, remark })
  await carrier?.look(stop)
  const progress = await resume(options, stop)
  if (progress === undefined) return
  remark(undefined)
  await together(stop, [
    (ending) => sealOn(options, progress, made, ending),
    ...(carrier === undefined ? [] : [carrier.carry]),
  ])
}

/** Runs all until the signal aborts, or until one of them ends: what that one throws, this throws. */
async function together(signal: AbortSignal, runs: readonly ((signal: AbortSignal) => Promise<void>)[]) {
  const ending = new AbortController()
  const end = () => ending.abort()
  signal.addEventListener('abort', end)
  try {
    if (signal.aborted) end()
    const running = runs.map((run) => run(ending.signal).finally(end))
    await Promise.allSettled(running)
    await Promise.all(running)
  } finally {
    signal.removeEventListener('abort', end)
  }
}

async function sealOn(options: SealerOptions, progress: Progress, made: LogSignal, stop: AbortSignal): Promise<void> {
  const { eventLog, everyEvents = 1_000, now } = options
  const ended = new AbortController()
  const batches = eventLog
    .follow(progress.rolled.position, AbortSignal.any([stop, ended.signal]))
    [Symbol.asyncIterator]()
  const sealNow = async () => {
    await seal(options, progress)
    made.wake()
  }
  try {
    let next = nextOf(batches)
    while (!stop.aborted) {
      const batch = await unlessDue(next, progress.dueAt === undefined ? undefined : progress.dueAt - now())
      if (batch === 'due') {
        await sealNow()
        continue
      }
      if (batch.done === true) return
      await learnKeys(options.eventKeys, batch.value)
      for (const event of batch.value) {
        await take(options, progress, event)
        await progress.changes.add(event)
        if (progress.unsealed >= everyEvents) await sealNow()
        if (stop.aborted) return
      }
      next = nextOf(batches)
    }
  } finally {
    ended.abort()
  }
}

async function take(options: SealerOptions, progress: Progress, event: StoredEvent): Promise<void> {
  const { everyMs = 60_000, now, eventKeys } = options
  const fault = faultOf(event, checkEvent(event, eventKeys))
  if (fault !== undefined && decided(options).leftOut(event.position) === undefined) {
    const forged = new ForgedEvent(event, fault)
    throw new NothingSealed(forged, forged.difference)
  }
  if (fault === undefined) await mustGoOn(options, progress, event)
  const digest = digestOf(event)
  progress.rolled = rollOn(progress.rolled, event, digest)
  progress.ends.roll(event, digest)
  if (event.type === SEAL_TYPE) return
  progress.unsealed += 1
  progress.dueAt ??= Math.min(now(), Date.parse(event.recordedAt)) + everyMs
}

/** Throws where an event does not follow in its stream, as one before it is missing or it is the copy of one. */
async function mustGoOn(options: SealerOptions, { ends }: Progress, event: StoredEvent): Promise<void> {
  const { stream, revision, position } = event
  // The hashes of streams are for who reads them: what is sealed is the rows.
  const before = { revision: ends.endOf(stream)?.revision ?? -1, hash: '' }
  const fault = breakIn({ revision, prev: before.hash }, before)
  if (fault === undefined) return
  const { leftOut, taken } = decided(options)
  if (leftOut(position) !== undefined || taken(position) !== undefined) return
  // What operators have left out may stand between, at any revision.
  const beside = await options.eventLog.read(stream, Math.max(0, revision - 1), AROUND)
  const isThere = (wanted: number) => beside.some((one) => one.revision === wanted && one.position < position)
  if ((revision === 0 || isThere(revision - 1)) && !isThere(revision)) return
  const broken = new BrokenChain(event, before, fault)
  throw new NothingSealed(broken, broken.difference)
}

/** More rows than have one revision of a stream. */
const AROUND = 100

async function seal({ log, sealKeys, now }: SealerOptions, progress: Progress): Promise<void> {
  await mustBeAsWritten(log, progress)
  const at = new Date(now()).toISOString()
  const sealed = { ...progress.rolled, ...progress.ends.sealed() }
  const made = signSeal(sealKeys.signing(), (progress.last?.number ?? 0) + 1, sealed, at)
  const id = deriveId('seal', String(made.number), made.hash)
  const origin = { roles: [], permission: '', correlationId: id }
  const command: AnyCommand = { type: 'SealLog', id, by: 'system', at, data: made, origin }
  const { head } = await log.append(SEAL_STREAM, progress.head, [{ type: SEAL_TYPE, data: made }], command)
  Object.assign(progress, { head, last: made, unsealed: 0, dueAt: undefined })
  await progress.file.append(made)
  await progress.changes.end(made.number)
}

/**
 * Throws SealsDisagree when the file lost anything that was written into it. What came behind must be in the log: the last
 * seal, and what another process wrote late, after it had stood still and lost its turn.
 */
async function mustBeAsWritten(log: SealerOptions['log'], { file, last }: Progress): Promise<void> {
  const found = await file.look()
  for (const seal of found) {
    const recorded = await sealOfNumber(log, seal.number)
    if (recorded === undefined || !isSameSeal(recorded, seal))
      throw new SealsDisagree(`${file.path} has a seal ${seal.number} that the log does not hold`)
  }
  const number = file.last()?.number ?? 0
  if (last !== undefined && number < last.number)
    throw new SealsDisagree(`${file.path} has lost seal ${last.number}`, sealFileCut(file.path, number, last))
}

/**
 * Where the last seal left off. Of a crash, or of a full disk, the file lacks the last seal and no other, and never holds
 * one that the log does not: throws SealsDisagree at anything else.
 */
async function resume(options: SealerOptions, stop: AbortSignal): Promise<Progress | undefined> {
  const { log, sealKeys, folder, report } = options
  const file = await openSealFile(folder)
  const filed = file.last()
  let head: StreamHead = { revision: NO_STREAM, hash: '' }
  const seals: Seal[] = []
  for await (const place of sealPlaces(log, filed?.number ?? 1)) {
    head = place.head
    if (place.seal !== undefined) seals.push(place.seal)
    if (seals.length > 2) break
  }
  if (filed !== undefined && (seals[0] === undefined || !isSameSeal(filed, seals[0])))
    throw new SealsDisagree(
      `The log does not hold seal ${filed.number} of ${file.path}`,
      seals[0] === undefined ? endCutOff(filed, 'the file') : undefined,
    )
  const keys = sealKeys.all()
  for (const [index, one] of seals.entries())
    if (!isSignedBy(keys, one) || goesBack(keys, one, seals[index - 1]))
      throw new SealsDisagree(`Seal ${one.number} of the log is not signed by this portal's key`)
  const [missing, more] = filed === undefined ? seals : seals.slice(1)
  if (more !== undefined)
    throw new SealsDisagree(
      `${file.path} ends with seal ${filed?.number ?? 0}, and the log has more than one behind it: ` +
        'the file was removed, cut, or is an old copy. Put it back from the second place or from a backup',
      sealFileCut(file.path, filed?.number ?? 0, (await lastSeal(log, more.number)) ?? more),
    )
  if (missing !== undefined) {
    report(`Seal ${missing.number} of the log was not in ${file.path} yet, and has been copied there`)
    await file.append(missing)
  }
  const last = missing ?? filed
  const sealOf = async (number: number) => {
    const one = await sealOfNumber(log, number)
    return one !== undefined && isSignedBy(keys, one) ? one : undefined
  }
  const asked = { ...options, table: options.streamEnds, sealOf }
  const ends = await endsAsSealed({ ...asked, lastSeal: async () => last }, stop)
  if (ends === undefined) return undefined
  const rolled = last === undefined ? NOTHING_ROLLED : { position: last.position, count: last.count, hash: last.hash }
  const changes = createChanges(ends, keeping(asked), last?.number ?? 0)
  return { head, last, rolled, ends, changes, unsealed: 0, dueAt: undefined, file }
}
