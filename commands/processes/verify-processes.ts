import type pg from 'pg'
import { allEvents } from '#domain/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import { createEventReader } from '#commands/log/event-reader.ts'
import type { LogCheck, MakeCheck } from '#commands/log/verify/log-check.ts'
import { upTo } from '#commands/log/up-to.ts'
import { isUnread, unreadKey } from './changes.ts'
import type { ProcessDefinition } from './definition.ts'
import { PUT_OFF_MS } from './work.ts'

type ProcessesToVerify = {
  readonly definitions: readonly ProcessDefinition[]
  readonly pool: pg.Pool
  readonly log: EventLog
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** What the log has open, by key: the intention without its end. */
type Open = Map<string, { readonly event: Recorded; readonly workAfterMs: number | undefined }>
type Item = {
  readonly key: string
  readonly stream: string
  readonly revision: number
  readonly position: Position
  readonly due: number | undefined
  readonly isDead: boolean
}
type Standing = { readonly position: Position; readonly items: ReadonlyMap<string, Item> }

/**
 * Derives from the log itself what every process has open, and holds its table and its checkpoint against that: an
 * intention without its end that nobody follows up any more (its item was removed, or the checkpoint set ahead) is a
 * difference, and so is an item of something that has ended. What is open and waits for its next try is said.
 */
export const checkProcesses =
  ({ definitions, pool, log, now }: ProcessesToVerify): MakeCheck =>
  (differs) => {
    const reader = createEventReader(allEvents)
    const open = new Map<string, Open>(definitions.map(({ name }) => [name, new Map()]))
    const notes: string[] = []

    function take(event: Recorded): void {
      for (const { name, on } of definitions)
        for (const change of on[event.event.type]?.(event) ?? [])
          if (change.kind === 'open') open.get(name)?.set(change.key, { event, workAfterMs: change.workAfterMs })
          else if (change.kind === 'close') open.get(name)?.delete(change.key)
    }

    async function goOn(from: Position, to: Position): Promise<void> {
      for await (const batch of upTo(log, to).follow(from, new AbortController().signal))
        for (const stored of batch) if (stored.type in allEvents) take(reader.decode(stored, NO_KEYS))
    }

    /** Of what could not be read there is always a next try, within minutes. */
    const isTried = (item: Item | undefined) => item?.due !== undefined && item.due <= now() + PUT_OFF_MS

    /** What stands in the table and is not open in the log: the runner would work it, and each step is refused. */
    function extra(name: string, { position, items }: Standing): void {
      for (const { key, position: at, stream, revision } of items.values()) {
        if (isUnread(key)) continue
        const event = open.get(name)?.get(key)?.event
        const place = { position: at, check: `process ${name}` }
        if (at > position || event?.position !== at)
          differs({ ...place, expected: `nothing open as ${key}`, found: 'an item' })
        else if (event.stream !== stream || event.revision !== revision)
          differs({
            ...{ ...place, stream: event.stream },
            ...{ expected: `an item of revision ${event.revision}`, found: `one of revision ${revision} in ${stream}` },
          })
      }
    }

    /** What the runner has passed, and has no item of; what it could not read waits under another key. */
    function unfollowed(name: string, { position, items }: Standing) {
      const entries = [...(open.get(name) ?? [])]
      const isFollowed = (key: string, at: Position) => items.has(key) || isTried(items.get(unreadKey(at)))
      return entries
        .filter(([key, { event }]) => event.position <= position && !isFollowed(key, event.position))
        .map(([key]) => key)
    }

    function tell(name: string, { items, position: reached }: Standing, lost: readonly string[]): void {
      const waiting: string[] = []
      for (const [key, { event, workAfterMs = Number.POSITIVE_INFINITY }] of open.get(name) ?? []) {
        const { position, stream, recordedAt } = event
        const place = { position, stream, check: `process ${name}` }
        const found = `open since ${recordedAt}`
        const item = items.get(key)
        if (position <= reached && lost.includes(key))
          differs({ ...place, expected: 'its end, or an item', found: `${found}, and nobody follows it up` })
        else if (item?.due !== undefined && item.due > now() + PUT_OFF_MS)
          differs({ ...place, expected: 'its next try within minutes', found: `${found}, put off to ${iso(item.due)}` })
        else if (item !== undefined && item.due === undefined && !item.isDead && workAfterMs < Number.POSITIVE_INFINITY)
          differs({ ...place, expected: 'its next try within minutes', found: `${found}, and it is tried no more` })
        else if (item?.isDead === true) notes.push(`${name}: ${key} is ${found} and can go neither way`)
        else if (Date.parse(recordedAt) + workAfterMs < now()) waiting.push(recordedAt)
      }
      if (waiting.length > 0)
        notes.push(`${name}: ${waiting.length} open for longer than it takes, the first since ${waiting[0]}`)
    }

    return {
      event(_, read) {
        if (read !== undefined) take(read)
      },
      async end(head) {
        const standing = await readStanding(pool)
        const last = await log.head()
        let reached = head
        // Each process as of its own checkpoint; then, of what it has no item of, whether it has come to its end since.
        const lost = new Map<string, readonly string[]>()
        for (const { name } of definitions.toSorted((one, other) => at(standing, one) - at(standing, other))) {
          const own = standing.get(name)
          if (own === undefined) continue
          if (own.position > last) {
            const expected = `a checkpoint up to ${last}`
            differs({
              position: last,
              check: `process ${name}`,
              expected,
              found: `one at ${own.position}: it follows nothing up`,
            })
          }
          const to = Math.min(own.position, last)
          await goOn(reached, to)
          reached = Math.max(reached, to)
          if (own.position >= reached) extra(name, own)
          lost.set(name, unfollowed(name, own))
        }
        await goOn(reached, last)
        for (const { name, timers } of definitions) {
          const own = standing.get(name)
          if (own === undefined) notes.push(`The process ${name} has not run yet`)
          // A timer ends an item without an event.
          else tell(name, own, timers === undefined ? (lost.get(name) ?? []) : [])
        }
      },
      notes: () => notes,
    } satisfies LogCheck
  }

const at = (standing: ReadonlyMap<string, Standing>, { name }: ProcessDefinition) => standing.get(name)?.position ?? 0
const iso = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : 'no time at all')

/** Checkpoints and items of one moment. */
async function readStanding(pool: pg.Pool): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await pool.query<{
    name: string
    at: string
    key: string | null
    stream: string | null
    revision: number | null
    position: string
    due: string | null
    is_dead: boolean
  }>(
    `select c.name, c.position::text as at, i.key, i.stream, i.revision, i.position::text as position, i.is_dead,
            (extract(epoch from i.due_at) * 1000)::text as due
       from process_checkpoint c left join process_item i on i.process = c.name`,
  )
  const standing = new Map<string, { readonly position: Position; readonly items: Map<string, Item> }>()
  for (const { name, at, key, stream, revision, position, due, is_dead: isDead } of rows) {
    const own = standing.get(name) ?? { position: Number(at), items: new Map<string, Item>() }
    standing.set(name, own)
    if (key !== null && stream !== null && revision !== null)
      own.items.set(key, {
        ...{ key, stream, revision, position: Number(position), isDead },
        due: due === null ? undefined : Number(due),
      })
  }
  return standing
}

const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()
