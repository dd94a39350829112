import { z } from 'zod'
import { allEvents } from '#domain/events.ts'
import { factsOf } from '#domain/kernel/event-table.ts'
import type { Contradiction, StreamRules } from '#domain/kernel/follows.ts'
import { allStreams } from '#domain/streams.ts'
import { INTEGRITY_STREAM } from '#domain/integrity/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'
import { eventId } from '#commands/log/event-id.ts'
import { createEventReader, personalValues } from '#commands/log/event-reader.ts'
import type { Differs, LogCheck } from './log-check.ts'
import { SEAL_STREAM } from '#commands/log/seals/seal.ts'
import type { StoredRows } from './rows.ts'

/**
 * Replays every stream by the rules of its aggregate, whoever wrote it: what no decider would have said is red, the key
 * that it was written under notwithstanding. Stream by stream behind the walk, so that the state of one is kept and no
 * more; nothing is decrypted, so what is personal says nothing. Passes over what no process of the portal folds.
 */
export function createRulesCheck(
  rows: Pick<StoredRows, 'byStream'>,
  differs: Differs,
  isPassedOver: (position: Position) => boolean,
  progress?: (replayed: number, of: number) => void,
) {
  const reader = createEventReader(allEvents)
  const versions = createVersionCheck(differs)
  let erased = 0
  let walked = 0
  let open: Open | undefined
  /** Where decisions of operators stand, in order: ids derive from how many there are before. */
  const decisions: Position[] = []

  function replay(stored: StoredEvent): void {
    const { position, stream } = stored
    if (stream === SEAL_STREAM || isPassedOver(position)) return
    const read = readWith(stored)
    if (read === undefined) return
    if (open?.stream !== stream) open = openStream(stream, (at) => decisions.filter((place) => place < at).length)
    const personal = personalIn(read)
    erased += personal
    const wrong = open.next(read, personal)
    if (wrong === undefined) return
    differs({ position, stream, check: `rule ${wrong.rule}`, expected: wrong.expected, found: wrong.found })
  }

  /** Undefined where this version cannot read it, which the walk tells of. */
  function readWith(stored: StoredEvent): Recorded | undefined {
    try {
      return reader.decode(stored, NO_KEYS)
    } catch {
      return undefined
    }
  }

  return {
    event(stored, read) {
      walked += 1
      if (stored.stream === INTEGRITY_STREAM) decisions.push(stored.position)
      versions(stored, read)
    },
    async end(head) {
      let replayed = 0
      for await (const page of rows.byStream(head)) {
        for (const row of page) replay(row)
        replayed += page.length
        progress?.(replayed, walked)
      }
    },
    unchecked: () => (erased === 0 ? [] : [`What ${erased} personal fields say: they are not decrypted`]),
  } satisfies LogCheck
}

type Open = {
  readonly stream: string
  readonly next: (read: Recorded, erased: number) => Contradiction | undefined
}

/** `decided`: how many decisions of operators there were before a position. */
function openStream(stream: string, decided: (position: Position) => number): Open {
  const dash = stream.indexOf('-')
  const [category, id] = [stream.slice(0, dash), stream.slice(dash + 1)]
  const rules = allStreams.find((one) => one.category === category)
  const take = rules?.begin()
  let command = ''
  let index = 0
  return {
    stream,
    next({ id: written, position, event, meta }, erased) {
      const { commandId, actor, version } = meta
      index = commandId === command ? index + 1 : 0
      command = commandId
      if (rules === undefined || take === undefined || !(event.type in rules.events))
        return { rule: 'stream', expected: `an event of ${rules?.category ?? 'some aggregate'}`, found: event.type }
      const unfit = unfitIn(rules, event, version)
      try {
        const wrong = take(event, { id, commandId, actor, version, erased })
        return (
          unfit ?? wrong ?? wrongId(written, (known) => eventId(stream, commandId, index, known), decided(position))
        )
      } catch (error) {
        return unfit ?? { rule: 'fold', expected: 'an event that can be folded', found: String(error) }
      }
    },
  }
}

/** Of an event that was decided by at most so many decisions of operators. */
function wrongId(found: string, idBy: (known: number) => string, most: number): Contradiction | undefined {
  for (let known = most; known >= 0; known -= 1) if (idBy(known) === found) return undefined
  return { rule: 'id', expected: idBy(most), found }
}

/** What is not as the event's schema has it, where it is of the present version: what is personal may be anything. */
function unfitIn(
  { events }: StreamRules,
  { type, data }: Recorded['event'],
  version: number,
): Contradiction | undefined {
  const schema = events[type]
  if (schema === undefined || version !== factsIn(schema).version) return undefined
  const parsed = factsIn(schema).readable.safeParse(data)
  if (parsed.success) return undefined
  return { rule: 'schema', expected: `${type} as its schema has it`, found: z.prettifyError(parsed.error) }
}

const known = new Map<z.ZodObject, ReturnType<typeof factsOf> & { readonly readable: z.ZodObject }>()

function factsIn(schema: z.ZodObject) {
  const before = known.get(schema)
  if (before !== undefined) return before
  const facts = factsOf(schema)
  const hidden = facts.personal.map(({ name, list }) => [list ?? name, z.unknown().optional()])
  const found = { ...facts, readable: schema.extend(Object.fromEntries(hidden)).strict() }
  known.set(schema, found)
  return found
}

function personalIn({ event: { type, data } }: Recorded): number {
  const schema = allEvents[type]
  if (schema === undefined) return 0
  const values = personalValues(factsIn(schema).personal, Object(data))
  return values.filter(({ holder, name }) => holder[name] !== undefined).length
}

/** How long machines may run two versions of the portal side by side. */
const SIDE_BY_SIDE_MS = 86_400_000

/**
 * The version of an event tells by which rules it was written, so it does not go back: else whoever holds the key would
 * claim to have written before a rule came.
 */
function createVersionCheck(differs: Differs): NonNullable<LogCheck['event']> {
  const latest = new Map<string, { readonly version: number; readonly until: string }>()
  return ({ position, stream, type, recordedAt }, read) => {
    if (read === undefined) return
    const { version } = read.meta
    const reached = latest.get(type)
    if (reached === undefined || version > reached.version) {
      const until = new Date(Date.parse(recordedAt) + SIDE_BY_SIDE_MS).toISOString()
      latest.set(type, { version, until })
    } else if (version < reached.version && recordedAt > reached.until) {
      const expected = `version ${reached.version}, a day after the first`
      differs({ position, stream, check: 'rule version', expected, found: `version ${version}` })
    }
  }
}

const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()
