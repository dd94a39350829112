import type pg from 'pg'
import type { Handler } from '#commands/handle.ts'
import type { DomainLog, Recorded } from '#commands/log/domain-log.ts'
import { LogUnavailable, type Position } from '#commands/log/event-log.ts'
import { inTransaction, isPassingFault } from '#commands/postgres.ts'
import type { Report } from '#commands/rarely.ts'
import type { RowMacs } from '#commands/row-macs.ts'
import { foldEvents, foldTimer, isUnread, MAIL_ASKED_FOR_MS } from './changes.ts'
import type { ProcessDefinition } from './definition.ts'
import type { Standing } from './checkpoint-store.ts'
import { NeitherWay, toTheEnd } from './to-the-end.ts'
import {
  type DueItem,
  type DueTimer,
  dueItems,
  dueTimers,
  endItem,
  putOffItem,
  putOffTimer,
  takeTimer,
  write,
} from './item-store.ts'

/** The pause before something that failed is tried again, in ms: doubled with each failure. */
export type Pauses = { readonly firstMs: number; readonly longestMs: number }

/** No item is put off for longer (ms): the longest pause of the runner, twice over. */
export const PUT_OFF_MS = 30 * 60_000

export const pauseAfter = ({ firstMs, longestMs }: Pauses, failures: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(30, Math.max(0, failures - 1)))

type Working = {
  readonly definitions: readonly ProcessDefinition[]
  readonly standing: readonly Standing[]
  readonly log: Pick<DomainLog, 'readWhatHolds' | 'decisions'>
  readonly handler: Handler
  readonly report: Report
  readonly pauses: Pauses
  readonly client: pg.Client
  readonly macs: RowMacs
  readonly clock: () => Promise<number>
}

/** Works every timer and every item that is due now, each on its own: one that fails is put off, and the others go on. */
export async function workDue(working: Working, stop: AbortSignal): Promise<void> {
  const { client, clock, definitions } = working
  const names = definitions.map(({ name }) => name)
  for (const timer of await dueTimers(client, names, await clock())) {
    if (stop.aborted) return
    await workTimer(working, timer)
  }
  for (const item of await dueItems(client, names, await clock())) {
    if (stop.aborted) return
    await workItem(working, item)
  }
}

async function workTimer(working: Working, timer: DueTimer): Promise<void> {
  const { client, standing, clock, report, pauses } = working
  const { process, key, name, attempts } = timer
  const definition = definitionOf(working, process)
  const bornAt = standing.find((one) => one.name === process)?.bornAt ?? 0
  try {
    const event = await eventOf(working, timer)
    const ended = { opened: [], closed: [key], timers: [], mails: [] }
    const now = await clock()
    const mayMail = timer.dueAt > Math.max(bornAt, now - MAIL_ASKED_FOR_MS)
    const writes = event === undefined ? ended : foldTimer(definition, { key, name, event }, mayMail)
    await inTransaction(client, async () => {
      if (await takeTimer(client, timer)) await write(working, process, writes, now)
    })
  } catch (error) {
    report(`A timer of ${process} could not be worked yet`, error)
    const failures = isPassing(error) ? attempts : attempts + 1
    const until = (await clock()) + pauseAfter(pauses, failures)
    await putOffTimer(client, timer, { until, attempts: failures, error })
  }
}

async function workItem(working: Working, item: DueItem): Promise<void> {
  const { client, clock, report, pauses } = working
  const { process, attempts } = item
  try {
    await takeToItsEnd(working, item)
  } catch (error) {
    if (error instanceof NeitherWay) {
      report(`An item of ${process} can go neither way and needs somebody`, error)
      return putOffItem(client, item, { until: undefined, attempts: attempts + 1, error })
    }
    report(`An item of ${process} could not be finished yet`, error)
    const failures = isPassing(error) ? attempts : attempts + 1
    const until = (await clock()) + pauseAfter(pauses, failures)
    return putOffItem(client, item, { until, attempts: failures, error })
  }
  await endItem(client, item)
}

async function takeToItsEnd(working: Working, { process, key, ...place }: DueItem): Promise<void> {
  const { handler } = working
  const definition = definitionOf(working, process)
  if (isUnread(key)) return readAgain(working, definition, place)
  const { work } = definition
  if (work === undefined) throw new NeitherWay(process, 'nothing is declared to be done')
  const event = await eventOf(working, place)
  if (event === undefined) return
  if (!opensIt(definition, key, event)) throw new NeitherWay(process, 'no event of the log opened it as it stands')
  if (await hasEnded(working, definition, key, event)) return
  const item = { key, event }
  const { forward, back } = work
  await toTheEnd(process, () => forward(handler, item), back && ((refusal) => back(handler, item, refusal)))
}

/**
 * Whether it is this event that opens an item: whoever writes to the table of items would else have it worked by the word of
 * another event, in the name of whoever recorded that one (docs/decisions/0096-read-models-never-authorise.md).
 */
const opensIt = ({ on }: ProcessDefinition, key: string, event: Recorded): boolean =>
  (on[event.event.type]?.(event) ?? []).some((change) => change.kind === 'open' && change.key === key)

/**
 * Whether an item has come to its end by its own stream, or was opened again there. What ends elsewhere is told by the
 * steps themselves: their ids derive from the event, so that what was done is not done again.
 */
async function hasEnded(
  { log }: Working,
  { on }: ProcessDefinition,
  key: string,
  { stream, revision }: Recorded,
): Promise<boolean> {
  const { events } = await log.readWhatHolds(stream, revision + 1)
  const later = events.flatMap((event) => on[event.event.type]?.(event) ?? [])
  return later.some((change) => (change.kind === 'open' || change.kind === 'close') && change.key === key)
}

/** What an event comes to that could not be read before. What it opens and a later event has closed ends by itself. */
async function readAgain(
  working: Working,
  definition: ProcessDefinition,
  place: Pick<DueItem, 'stream' | 'revision' | 'position'>,
): Promise<void> {
  const { client, clock, standing } = working
  const event = await eventOf(working, place)
  if (event === undefined) return
  const quietUpTo = standing.find(({ name }) => name === definition.name)?.quietUpTo ?? 0
  const now = await clock()
  const writes = foldEvents(definition, [event], quietUpTo, now)
  // Whoever recorded it has had all the time that there was.
  await inTransaction(client, () => write(working, definition.name, writes, now, () => now))
}

function definitionOf({ definitions }: Working, process: string): ProcessDefinition {
  const definition = definitions.find(({ name }) => name === process)
  if (definition === undefined) throw new Error(`There is no process ${process}`)
  return definition
}

type PlaceOf = { readonly stream: string; readonly revision: number; readonly position?: Position }

/**
 * The event that an item is about, as it reads today: upcast, and without what was erased. Undefined where operators have
 * decided to leave it out. Throws what says why it cannot be read.
 */
export async function eventOf(
  { log }: { readonly log: Pick<DomainLog, 'readWhatHolds' | 'decisions'> },
  { stream, revision, position }: PlaceOf,
): Promise<Recorded | undefined> {
  if (position !== undefined && log.decisions().leftOut(position) !== undefined) return undefined
  const { events, unread, leftOut } = await log.readWhatHolds(stream, revision, 1)
  if (unread[0] !== undefined) throw unread[0].error
  const [event] = events
  if (leftOut.length > 0) return undefined
  if (event?.revision !== revision || (position ?? event.position) !== event.position)
    throw new Error(`The log has no such event ${revision} in ${stream}`)
  return event
}

const isPassing = (error: unknown): boolean => isPassingFault(error) || error instanceof LogUnavailable
