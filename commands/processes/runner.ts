import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Handler } from '#commands/handle.ts'
import type { DomainLog, RecordedBatch } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import { gathered } from '#commands/log/gather.ts'
import { nextOf, unlessDue } from '#commands/log/next-or-due.ts'
import { inTransaction } from '#commands/postgres.ts'
import type { Report } from '#commands/rarely.ts'
import type { RowMacs } from '#commands/row-macs.ts'
import { inTurn, type TakeTurn } from '#commands/sole-turn.ts'
import { foldEvents, openUnread, type Writes } from './changes.ts'
import type { ProcessDefinition } from './definition.ts'
import {
  beginAgainBeyond,
  beginAgainByDecision,
  moveCheckpoints,
  recordStop,
  type Standing,
  takeOver,
} from './checkpoint-store.ts'
import { bringForward, databaseClock, nextDue, write } from './item-store.ts'
import { type Pauses, PUT_OFF_MS, workDue } from './work.ts'

export type ProcessRunnerOptions = {
  readonly definitions: readonly ProcessDefinition[]
  readonly log: Pick<DomainLog, 'follow' | 'head' | 'readWhatHolds' | 'decisions' | 'onDecided'>
  readonly handler: Handler
  /** By which a mail's row says that a process asked for it. */
  readonly macs: RowMacs
  readonly takeTurn: TakeTurn
  readonly report: Report
  /** Milliseconds since 1970; the clock of the database when left out. */
  readonly now?: () => number
  readonly pauses?: Pauses
  /** How often (ms) to look whether another process gave up its turn, and at the clock while something is open. */
  readonly lookEvery?: number
}

const FOLD_AT_ONCE = 5_000
/** How long events are gathered, in ms: most moves end meanwhile, and never open an item. */
const GATHER_MS = 200
const PAUSES: Pauses = { firstMs: 5_000, longestMs: 15 * 60_000 }

/**
 * Runs processes (definition.ts), one process of the portal at a time: follows the log from their checkpoints, writes what
 * is open, the timers and the mail that is asked for together with the checkpoint, and works what is due. The checkpoint
 * moves on whatever is open; it begins again when operators have decided to leave out what it had followed up. Ends when the signal aborts; throws what the log and the database throw, and may be run again.
 */
export async function runProcesses(options: ProcessRunnerOptions, signal: AbortSignal): Promise<void> {
  const { takeTurn, lookEvery = 5_000 } = options
  await inTurn({ takeTurn, lookEvery }, signal, async (client, stop) => {
    while ((await runInTurn(options, lookEvery, client, stop)) === 'decided');
  })
}

async function runInTurn(
  options: ProcessRunnerOptions,
  lookEvery: number,
  client: pg.Client,
  stop: AbortSignal,
): Promise<'ended' | 'decided'> {
  const { definitions, log, report, pauses = PAUSES } = options
  const clock = async () => options.now?.() ?? (await databaseClock(client))
  const names = definitions.map(({ name }) => name)
  // What was recorded before now was begun by somebody who may have ended since: it is not waited for.
  const head = await log.head()
  const standing = await takeOver(client, names, head, await clock())
  // Asked once more: whoever had the turn before may have moved on since.
  const end = standing.some(({ position }) => position > head) ? await log.head() : head
  for (const name of await beginAgainBeyond(client, standing, end))
    report(`The process ${name} stood outside of the log (which ends at ${end}) and begins again from the first event`)
  const decisions = log.decisions()
  const needs = (process: string, type: string) =>
    definitions.some(({ name, on }) => name === process && Object.hasOwn(on, type))
  for (const name of await beginAgainByDecision(client, standing, decisions, needs))
    report(`The process ${name} begins again from the first event, as one was left out that it had followed up`)
  const stopped = new Set<string>()
  let seen = Math.min(...standing.map(({ position }) => position))
  const types = new Set(definitions.flatMap(({ on }) => Object.keys(on)))
  const ended = new AbortController()
  const feed = log.follow(seen, AbortSignal.any([stop, ended.signal]), types)
  const batches = gathered(feed, FOLD_AT_ONCE)
  const isDecided = () => log.decisions().known !== decisions.known
  const noMore = log.onDecided(() => ended.abort())
  try {
    let next = nextOf(batches)
    while (!stop.aborted) {
      if (isDecided()) return 'decided'
      // What a rebuilt checkpoint opens again, later events close.
      const now = await clock()
      await bringForward(client, names, now, now + PUT_OFF_MS)
      const due = seen < head ? undefined : await nextDue(client, names)
      if (due !== undefined && due <= now) {
        await workDue({ ...options, pauses, standing, client, clock }, stop)
        if (stop.aborted) return 'ended'
      }
      const wait = due === undefined ? undefined : Math.min(lookEvery, Math.max(0, due - now))
      const batch = await unlessDue(next, wait)
      if (batch === 'due') continue
      if (batch.done === true) return isDecided() ? 'decided' : 'ended'
      await take({ ...options, client, standing, stopped, head, now: await clock() }, batch.value)
      seen = batch.value.position
      next = nextOf(batches)
      if (seen >= head) await pause(GATHER_MS, undefined, { signal: stop }).catch(() => undefined)
    }
    return 'ended'
  } finally {
    noMore()
    ended.abort()
  }
}

type Taking = Pick<ProcessRunnerOptions, 'definitions' | 'macs' | 'report'> & {
  readonly client: pg.Client
  readonly standing: readonly Standing[]
  /** The names of those that could not take an event. */
  readonly stopped: Set<string>
  readonly head: Position
  readonly now: number
}

/** Writes what a batch comes to, with the checkpoints, in one transaction. */
async function take(taking: Taking, { events, unread, position }: RecordedBatch): Promise<void> {
  const { definitions, report, client, standing, stopped, head, now } = taking
  const folded: { readonly process: Standing; readonly writes: Writes }[] = []
  for (const process of standing) {
    const definition = definitions.find(({ name }) => name === process.name)
    if (definition === undefined || stopped.has(process.name) || process.position >= position) continue
    const own = events.filter((event) => event.position > process.position)
    const needed = unread.filter(
      ({ position: at, type }) => at > process.position && Object.hasOwn(definition.on, type),
    )
    try {
      const writes = foldEvents(definition, own, process.quietUpTo, now)
      folded.push({ process, writes: { ...writes, opened: [...writes.opened, ...needed.map(openUnread)] } })
    } catch (error) {
      // The others go on; this one is tried again by the next start.
      stopped.add(process.name)
      await recordStop(client, process.name, error)
      report(`The process ${process.name} stands still at ${process.position}`, error)
    }
  }
  if (folded.length === 0) return
  await inTransaction(client, async () => {
    await moveCheckpoints(
      client,
      folded.map(({ process }) => process),
      position,
    )
    const dueFrom = (opened: Position, workAfterMs: number) => (opened <= head ? now : now + workAfterMs)
    for (const { process, writes } of folded) await write(taking, process.name, writes, now, dueFrom)
  })
  for (const { process } of folded) process.position = position
}
