import { createHandler, type Handler } from '#commands/handle.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createCodec } from '#commands/log/codec.ts'
import type { DomainLog, Recorded } from '#commands/log/domain-log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import type { PersonKeys } from '#commands/log/keys.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog, createMemoryStore, type MemoryStore } from '#commands/log/memory/log.ts'
import { allEvents } from '#domain/events.ts'
import { define } from '#projections/engine/definition.ts'
import { erasedIn, withoutErased } from '#projections/engine/erasures.ts'
import type { AnyReadModel, ReadModel } from '#projections/read-model.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

/** The log in memory behind the real codec, and what handles commands on it. */
export type MemoryWorld = {
  readonly store: MemoryStore
  readonly keys: PersonKeys
  readonly log: DomainLog
  readonly handler: Handler
}

/** `wrap` may put a faulty log in between; the same store and keys in a second world play a restart. */
export function createMemoryWorld({
  store = createMemoryStore(),
  keys = createMemoryKeys(),
  wrap = (log: EventLog) => log,
}: { store?: MemoryStore; keys?: PersonKeys; wrap?: (log: EventLog) => EventLog } = {}): MemoryWorld {
  const log = createDomainLog(wrap(createMemoryLog({ store })), createCodec(allEvents, keys, testSecrets()), keys)
  return { store, keys, log, handler: createHandler(log) }
}

/** Everything recorded so far, decoded as a rebuild would now. */
export async function recordedIn({ log }: Pick<MemoryWorld, 'log'>): Promise<readonly Recorded[]> {
  const head = await log.head()
  const recorded: Recorded[] = []
  if (head === 0) return recorded
  for await (const { events, position } of log.follow(0, new AbortController().signal)) {
    recorded.push(...events)
    if (position >= head) break
  }
  return recorded
}

/** The rows of a read model after some events, by key. */
export function rowsOf<R extends object>(model: ReadModel<R>, events: readonly Recorded[]): readonly R[] {
  // Whatever its row, as the engine takes it.
  const definition = define(model as unknown as AnyReadModel)
  const rows = new Map<string, R>()
  const erased = new Set<string>()
  // The engine's rows are plain values by column name.
  const kept = (row: R | undefined) => row && (withoutErased(definition, row as never, erased) as R | undefined)
  for (const recorded of events) {
    for (const person of erasedIn({ events: [recorded] })) {
      erased.add(person)
      for (const [id, row] of rows) {
        const left = kept(row)
        if (left === undefined) rows.delete(id)
        else rows.set(id, left)
      }
    }
    for (const { key, fold } of model.on[recorded.event.type]?.(recorded) ?? []) {
      const id = JSON.stringify(key)
      const row = kept(fold(rows.get(id)))
      if (row === undefined) rows.delete(id)
      else rows.set(id, row)
    }
  }
  return [...rows.values()]
}
