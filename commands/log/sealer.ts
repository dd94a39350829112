import { type KeyObject, createPublicKey } from 'node:crypto'
import type { AnyCommand } from '#domain/kernel/decider.ts'
import { Seal } from '#domain/seal/events.ts'
import { deriveId } from '#commands/ids.ts'
import { GivesUp } from '#commands/supervise.ts'
import { inTurn, type TakeTurn } from '#commands/sole-turn.ts'
import type { DomainLog, StreamHead } from './domain-log.ts'
import { checkEvent, faultOf, learnKeys } from './event-hash.ts'
import type { Difference } from './difference.ts'
import { type EventLog, NO_STREAM, type Position, type StoredEvent } from './event-log.ts'
import type { LiveEventKeys } from './event-mac.ts'
import { appendSeals, lastSealIn, SealsDisagree } from './seal-file.ts'
import { nextOf, unlessDue } from './next-or-due.ts'
import {
  isSameSeal,
  isSignedBy,
  NOTHING_ROLLED,
  type Rolled,
  rollOn,
  SEAL_STREAM,
  SEAL_TYPE,
  signSeal,
} from './seal.ts'
import { ForgedEvent, UnreadEvent } from './unread-event.ts'

export type SealerOptions = {
  readonly eventLog: Pick<EventLog, 'follow'>
  readonly log: Pick<DomainLog, 'read' | 'append'>
  readonly privateKey: KeyObject
  /** Nothing is sealed that was not written under one of these. */
  readonly eventKeys: LiveEventKeys
  /** Outside the database: the file of the seals goes in here. */
  readonly folder: string
  readonly takeTurn: TakeTurn
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A seal after so many events that are no seals, */
  readonly everyEvents?: number
  /** and at the latest so many milliseconds after the first of them was recorded. */
  readonly everyMs?: number
  /** How often (ms) to look whether another process gave up its turn. */
  readonly lookEvery?: number
  /** Whether an operator has decided that the portal goes on in spite of what is at a position: nobody has when left out. */
  readonly isDecided?: (position: Position) => boolean
  /** Told of what nothing is sealed over. */
  readonly found?: (difference: Difference) => Promise<void>
  /** What an operator should hear of. */
  readonly report: (message: string, error?: unknown) => void
}

/** Nothing is sealed over an event that none of the portal's processes wrote, and none behind seals that are not its own. */
export class NothingSealed extends GivesUp {
  /** What an operator may decide about. */
  readonly difference: Difference | undefined
  constructor(why: UnreadEvent, difference?: Difference) {
    super(`${why.message}. Nothing is sealed any more: run verify`, { cause: why })
    this.name = 'NothingSealed'
    this.difference = difference
  }
}

/** What is sealed, what is not yet, and how far the seals' stream is. */
type Progress = {
  head: StreamHead
  number: number
  rolled: Rolled
  unsealed: number
  /** Milliseconds since 1970 at which the next seal is due; undefined while there is nothing to seal. */
  dueAt: number | undefined
}

/**
 * Seals the log every 1,000 events or every minute, after looking whether the portal wrote what it seals: first as an event (whose exact revision makes it the only seal of
 * its number), then in a file outside the database, so that cutting off the log's end is found. One process at a time;
 * goes on from the last seal, and puts into the file what a crash, or another machine, left out of it. Seals do not
 * count: a log in which nothing else happens gets none. Ends when the signal aborts; throws what its parts throw, and
 * may be run again, but after SealsDisagree and NothingSealed.
 */
export async function runSealer(options: SealerOptions, signal: AbortSignal): Promise<void> {
  const { takeTurn, lookEvery = 5_000 } = options
  try {
    await inTurn({ takeTurn, lookEvery }, signal, (_, stop) => sealOn(options, stop))
  } catch (error) {
    if (!(error instanceof NothingSealed) || error.difference === undefined) throw error
    await options.found?.(error.difference)
    // Whoever was told of it may have looked what was decided meanwhile.
    if (options.isDecided?.(error.difference.position) !== true) throw error
    return runSealer(options, signal)
  }
}

async function sealOn(options: SealerOptions, stop: AbortSignal): Promise<void> {
  const { eventLog, everyEvents = 1_000, now } = options
  const progress = await resume(options)
  const ended = new AbortController()
  const batches = eventLog
    .follow(progress.rolled.position, AbortSignal.any([stop, ended.signal]))
    [Symbol.asyncIterator]()
  try {
    let next = nextOf(batches)
    while (!stop.aborted) {
      const batch = await unlessDue(next, progress.dueAt === undefined ? undefined : progress.dueAt - now())
      if (batch === 'due') {
        await seal(options, progress)
        continue
      }
      if (batch.done === true) return
      await learnKeys(options.eventKeys, batch.value)
      for (const event of batch.value) {
        take(options, progress, event)
        if (progress.unsealed >= everyEvents) await seal(options, progress)
        if (stop.aborted) return
      }
      next = nextOf(batches)
    }
  } finally {
    ended.abort()
  }
}

function take(
  { everyMs = 60_000, now, eventKeys, isDecided }: SealerOptions,
  progress: Progress,
  event: StoredEvent,
): void {
  const fault = faultOf(event, checkEvent(event, eventKeys))
  if (fault !== undefined && isDecided?.(event.position) !== true) {
    const forged = new ForgedEvent(event, fault)
    throw new NothingSealed(forged, forged.difference)
  }
  progress.rolled = rollOn(progress.rolled, event)
  if (event.type === SEAL_TYPE) return
  progress.unsealed += 1
  progress.dueAt ??= Math.min(now(), Date.parse(event.recordedAt)) + everyMs
}

async function seal({ log, privateKey, folder, now }: SealerOptions, progress: Progress): Promise<void> {
  const at = new Date(now()).toISOString()
  const made = signSeal(privateKey, progress.number + 1, progress.rolled, at)
  const id = deriveId('seal', String(made.number), made.hash)
  const origin = { roles: [], permission: '', correlationId: id }
  const command: AnyCommand = { type: 'SealLog', id, by: 'system', at, data: made, origin }
  const { head } = await log.append(SEAL_STREAM, progress.head, [{ type: SEAL_TYPE, data: made }], command)
  await appendSeals(folder, [made], at)
  Object.assign(progress, { head, number: made.number, unsealed: 0, dueAt: undefined })
}

/** Where the last seal left off. Throws SealsDisagree when the log does not hold what the file says it held. */
async function resume({ log, privateKey, folder, now, report }: SealerOptions): Promise<Progress> {
  const filed = await lastSealIn(folder)
  const known = filed === undefined ? 0 : filed.number - 1
  const recorded = await log.read(SEAL_STREAM, known).catch((error: unknown) => {
    throw error instanceof UnreadEvent ? new NothingSealed(error) : error
  })
  const seals = recorded.map(({ event }) => Seal.parse(event.data))
  if (filed !== undefined && (seals[0] === undefined || !isSameSeal(filed, seals[0])))
    throw new SealsDisagree(`The log does not hold seal ${filed.number} of the file in ${folder}`)
  const publicKey = createPublicKey(privateKey)
  for (const one of seals)
    if (!isSignedBy(publicKey, one)) throw new SealsDisagree(`Seal ${one.number} of the log is not signed by this key`)
  const missing = filed === undefined ? seals : seals.slice(1)
  if (missing.length > 0) {
    report(`Seals of the log that were not in the file in ${folder} have been copied there: ${missing.length}`)
    await appendSeals(folder, missing, new Date(now()).toISOString())
  }
  const last = seals.at(-1)
  const end = recorded.at(-1)
  if (last === undefined || end === undefined)
    return { head: { revision: NO_STREAM, hash: '' }, number: 0, rolled: NOTHING_ROLLED, unsealed: 0, dueAt: undefined }
  const { number, position, count, hash } = last
  const head = { revision: end.revision, hash: end.meta.hash }
  return { head, number, rolled: { position, count, hash }, unsealed: 0, dueAt: undefined }
}
