import { type KeyObject, createPublicKey } from 'node:crypto'
import type { AnyCommand, AnyEvent } from '#domain/kernel/decider.ts'
import { Seal } from '#domain/seal/events.ts'
import { deriveId } from '#commands/ids.ts'
import { GivesUp, type Remark } from '#commands/supervise.ts'
import { inTurn, type TakeTurn } from '#commands/sole-turn.ts'
import type { DomainLog, StreamHead } from './domain-log.ts'
import { checkEvent, faultOf, learnKeys } from './event-hash.ts'
import type { Difference } from './difference.ts'
import { type EventLog, NO_STREAM, type Position, type StoredEvent } from './event-log.ts'
import type { LiveEventKeys } from './event-mac.ts'
import { createLogSignal, type LogSignal } from './log-signal.ts'
import { createCarrier, type Pauses } from './seal-carrier.ts'
import { openSealFile, type OwnSealFile, SealsDisagree } from './seal-file.ts'
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
import type { SecondPlace } from './second-place.ts'
import { ForgedEvent, UnreadEvent } from './unread-event.ts'

export type SealerOptions = {
  readonly eventLog: Pick<EventLog, 'follow'>
  readonly log: Pick<DomainLog, 'read' | 'append'>
  readonly privateKey: KeyObject
  /** Nothing is sealed that was not written under one of these. */
  readonly eventKeys: LiveEventKeys
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
  /** Whether an operator has decided that the portal goes on in spite of what is at a position: nobody has when left out. */
  readonly isDecided?: (position: Position) => boolean
  /** Told of what nothing is sealed over. */
  readonly found?: (difference: Difference) => Promise<void>
  /** Between two questions to a second place that is away, when not as usual. */
  readonly pauses?: Pauses
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
  /** The last seal; undefined while there is none. */
  last: Seal | undefined
  rolled: Rolled
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
  const { takeTurn, lookEvery = 5_000 } = options
  try {
    await inTurn({ takeTurn, lookEvery }, signal, (_, stop) => sealAndCarry(options, stop, remark))
  } catch (error) {
    const difference = error instanceof SealsDisagree || error instanceof NothingSealed ? error.difference : undefined
    if (difference === undefined) throw error
    await options.found?.(difference)
    // Whoever was told of it may have looked what was decided meanwhile; seals that disagree no decision mends.
    if (error instanceof SealsDisagree || options.isDecided?.(difference.position) !== true) throw error
    return runSealer(options, signal, remark)
  }
}

/** The log for whoever gives up at seals that are not the portal's own. */
const readingSeals = (log: SealerOptions['log']): SealerOptions['log'] => ({
  append: log.append,
  async read<E extends AnyEvent>(stream: string, from?: number, count?: number) {
    try {
      return await log.read<E>(stream, from, count)
    } catch (error) {
      throw error instanceof UnreadEvent ? new NothingSealed(error) : error
    }
  },
})

async function sealAndCarry(given: SealerOptions, stop: AbortSignal, remark: Remark): Promise<void> {
  const options = { ...given, log: readingSeals(given.log) }
  const { secondPlace: place, privateKey } = options
  const made = createLogSignal()
  const publicKey = createPublicKey(privateKey)
  const newest = () => progress.last?.number ?? 0
  const carrier = place && createCarrier({ ...options, place, publicKey, made, newest, remark })
  await carrier?.look(stop)
  const progress = await resume(options)
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
        take(options, progress, event)
        if (progress.unsealed >= everyEvents) await sealNow()
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

async function seal({ log, privateKey, now }: SealerOptions, progress: Progress): Promise<void> {
  await mustBeAsWritten(log, progress)
  const at = new Date(now()).toISOString()
  const made = signSeal(privateKey, (progress.last?.number ?? 0) + 1, progress.rolled, at)
  const id = deriveId('seal', String(made.number), made.hash)
  const origin = { roles: [], permission: '', correlationId: id }
  const command: AnyCommand = { type: 'SealLog', id, by: 'system', at, data: made, origin }
  const { head } = await log.append(SEAL_STREAM, progress.head, [{ type: SEAL_TYPE, data: made }], command)
  Object.assign(progress, { head, last: made, unsealed: 0, dueAt: undefined })
  await progress.file.append(made)
}

/**
 * Throws SealsDisagree when the file lost anything that was written into it. What came behind must be in the log: the last
 * seal, and what another process wrote late, after it had stood still and lost its turn.
 */
async function mustBeAsWritten(log: SealerOptions['log'], { file, last }: Progress): Promise<void> {
  const found = await file.look()
  for (const seal of found) {
    const [recorded] = await log.read(SEAL_STREAM, seal.number - 1, 1)
    if (recorded === undefined || !isSameSeal(Seal.parse(recorded.event.data), seal))
      throw new SealsDisagree(`${file.path} has a seal ${seal.number} that the log does not hold`)
  }
  const number = Math.max(file.last?.number ?? 0, ...found.map((seal) => seal.number))
  if (number < (last?.number ?? 0)) throw new SealsDisagree(`${file.path} has lost seal ${last?.number}`)
}

/**
 * Where the last seal left off. Of a crash, or of a full disk, the file lacks the last seal and no other, and never holds
 * one that the log does not: throws SealsDisagree at anything else.
 */
async function resume({ log, privateKey, folder, report }: SealerOptions): Promise<Progress> {
  const file = await openSealFile(folder)
  const filed = file.last
  const recorded = await log.read(SEAL_STREAM, filed === undefined ? 0 : filed.number - 1, 3)
  const seals = recorded.map(({ event }) => Seal.parse(event.data))
  if (filed !== undefined && (seals[0] === undefined || !isSameSeal(filed, seals[0])))
    throw new SealsDisagree(`The log does not hold seal ${filed.number} of ${file.path}`)
  const publicKey = createPublicKey(privateKey)
  for (const one of seals)
    if (!isSignedBy(publicKey, one)) throw new SealsDisagree(`Seal ${one.number} of the log is not signed by this key`)
  const [missing, more] = filed === undefined ? seals : seals.slice(1)
  if (more !== undefined)
    throw new SealsDisagree(
      `${file.path} ends with seal ${filed?.number ?? 0}, and the log has more than one behind it: ` +
        'the file was removed, cut, or is an old copy. Put it back from the second place or from a backup',
    )
  if (missing !== undefined) {
    report(`Seal ${missing.number} of the log was not in ${file.path} yet, and has been copied there`)
    await file.append(missing)
  }
  const last = missing ?? filed
  const end = recorded.at(-1)
  if (last === undefined || end === undefined)
    return {
      head: { revision: NO_STREAM, hash: '' },
      last,
      rolled: NOTHING_ROLLED,
      unsealed: 0,
      dueAt: undefined,
      file,
    }
  const { position, count, hash } = last
  const head = { revision: end.revision, hash: end.meta.hash }
  return { head, last, rolled: { position, count, hash }, unsealed: 0, dueAt: undefined, file }
}
