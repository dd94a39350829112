import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { checkAppend } from '#commands/log/append-check.ts'
import {
  type Appended,
  DecidedSince,
  EndOfLogWrong,
  EventIdReused,
  type EventToStore,
  LogUnavailable,
  type Position,
  RevisionConflict,
} from '#commands/log/event-log.ts'
import { textArray, uuidArray } from './arrays.ts'
import { isDiskFull } from '#commands/postgres.ts'
import { isPassing, type LogConnection } from './connection.ts'

/** The largest revision a stream can have (integer column). */
export const LAST_REVISION = 2_147_483_647
const MOST_APPENDS = 64
const MOST_EVENTS = 2_000
const MOST_TEXT = 4 * 1024 * 1024

type Waiting = {
  readonly stream: string
  readonly expectedRevision: number
  readonly events: readonly EventToStore[]
  readonly known: number | undefined
  /** When it came, by performance.now(). */
  readonly since: number
  readonly resolve: (appended: Appended) => void
  readonly reject: (error: unknown) => void
}
/** `meta` only for events that were there before. */
type Answer = [
  outcome: string,
  revision: number | null,
  position: number | null,
  id: string | null,
  meta: string | null,
]

/** Appends in groups: one call at a time, and whatever arrives meanwhile goes into the next. */
export type GroupCommit = {
  append(stream: string, expectedRevision: number, events: readonly EventToStore[], known?: number): Promise<Appended>
  /** Until every append under way has its answer. */
  idle(): Promise<void>
}

const sizeOf = ({ events }: Waiting) => events.reduce((size, event) => size + event.data.length + event.meta.length, 0)

/**
 * `retryFor`: for how many milliseconds an append is tried again when its outcome is unknown or the database is away,
 * which is safe as the ids tell an append that was already written. After that it throws `LogUnavailable`.
 */
export function createGroupCommit(
  connection: LogConnection,
  retryFor: number,
  onAppended: (upTo?: Position) => void,
): GroupCommit {
  const queue: Waiting[] = []
  let running: Promise<void> | undefined

  const takeGroup = () => {
    let [appends, events, text] = [0, 0, 0]
    for (const waiting of queue) {
      events += waiting.events.length
      text += sizeOf(waiting)
      if (appends > 0 && (appends === MOST_APPENDS || events > MOST_EVENTS || text > MOST_TEXT)) break
      appends += 1
    }
    return queue.splice(0, appends)
  }

  const commit = async (group: readonly Waiting[]) => {
    const answers = answersOf(group, await connection.query<Answer>(appendCall(group)))
    onAppended(Math.max(...answers.map(([, , position]) => position ?? 0)))
    for (const [index, waiting] of group.entries()) settle(waiting, answers[index])
  }

  const commitAlone = async (waiting: Waiting, deadline: number, lastError: unknown) => {
    for (let attempt = 0; performance.now() <= deadline; attempt += 1) {
      try {
        await commit([waiting])
        return
      } catch (error) {
        if (isFinal(error)) return waiting.reject(finalOf(error))
        lastError = error
        await delay(Math.min(1000, 20 * 2 ** attempt))
      }
    }
    waiting.reject(new LogUnavailable(lastError))
    // Those behind it have waited as long: they need not each find out for themselves.
    const longAgo = performance.now() - retryFor
    while (queue[0] !== undefined && queue[0].since < longAgo) queue.shift()?.reject(new LogUnavailable(lastError))
  }

  const commitGroup = async (group: readonly Waiting[]) => {
    try {
      await commit(group)
    } catch (error) {
      const [only] = group
      if (group.length === 1 && only !== undefined && isFinal(error)) {
        only.reject(finalOf(error))
        return
      }
      // One bad append must not fail the others, and after a cut nobody knows what was written: each goes alone.
      await connection.drop()
      const deadline = performance.now() + retryFor
      for (const waiting of group) await commitAlone(waiting, deadline, error)
    }
  }

  const run = async () => {
    // Appends of the same turn of the event loop go together.
    await Promise.resolve()
    while (queue.length > 0) await commitGroup(takeGroup())
    running = undefined
  }

  return {
    async append(stream, expectedRevision, events, known) {
      checkAppend(stream, expectedRevision, events)
      if (expectedRevision > LAST_REVISION - events.length) throw new RevisionConflict(stream, expectedRevision)
      return new Promise<Appended>((resolve, reject) => {
        queue.push({ stream, expectedRevision, events, known, since: performance.now(), resolve, reject })
        running ??= run()
      })
    },
    async idle() {
      while (running !== undefined) await running
    },
  }
}

/** What the append function raises where the head row is not the log's end. */
const DATA_CORRUPTED = 'XX001'
const finalOf = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && error.code === DATA_CORRUPTED ? new EndOfLogWrong(error) : error

/** A full disk passes too, but not while somebody waits. */
const isFinal = (error: unknown) => !isPassing(error) || isDiskFull(error)

function appendCall(group: readonly Waiting[]) {
  const events = group.flatMap((append) => append.events)
  const revisions = group.flatMap((append) => append.events.map((_, index) => append.expectedRevision + 1 + index))
  return {
    name: 'event_log_append',
    text: 'select o_outcome, o_revision, o_position, o_id, o_meta from public.event_log_append($1, $2, $3, $4, $5, $6, $7, $8)',
    rowMode: 'array' as const,
    values: [
      group.map((append) => append.events.length),
      group.map((append) => append.known ?? null),
      textArray(group.flatMap((append) => append.events.map(() => append.stream))),
      revisions,
      uuidArray(events.map((event) => event.id)),
      textArray(events.map((event) => event.type)),
      textArray(events.map((event) => event.data)),
      textArray(events.map((event) => event.meta)),
    ],
  }
}

/** An answer for each append; when all of them fitted, the call says so once, with the position before them. */
function answersOf(group: readonly Waiting[], rows: readonly Answer[]): readonly Answer[] {
  const [[outcome, , start] = []] = rows
  if (outcome !== 'all appended') {
    if (rows.length !== group.length) throw new Error(`${rows.length} answers to ${group.length} appends`)
    return rows
  }
  let position = Number(start)
  return group.map(({ expectedRevision, events }) => {
    position += events.length
    return ['appended', expectedRevision + events.length, position, null, null]
  })
}

function settle(waiting: Waiting, answer: Answer | undefined): void {
  const { stream, expectedRevision, events, resolve, reject } = waiting
  const [outcome, revision, position, id, known] = answer ?? []
  if (outcome === 'appended' && typeof revision === 'number' && typeof position === 'number') {
    resolve({ revision, position, meta: known ?? events.at(-1)?.meta ?? '' })
  } else if (outcome === 'reused' && typeof id === 'string') reject(new EventIdReused(id))
  else if (outcome === 'decided since') reject(new DecidedSince(stream, expectedRevision))
  else if (outcome === 'conflict') reject(new RevisionConflict(stream, expectedRevision))
  else reject(new Error(`The log answered ${String(outcome)} to an append to ${stream}`))
}
