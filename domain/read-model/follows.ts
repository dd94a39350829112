import { type Follows, streamsOf } from '#domain/kernel/follows.ts'
import { UNSIGNED } from '#domain/kernel/signed-decision.ts'
import { type ReadModelEvent, readModelEvents, readModelRights } from './events.ts'

/** The positions that a read model goes around. */
type Skips = ReadonlySet<number>

/** Of its own model, and of each position once. */
const skipFollows: Follows<Skips, ReadModelEvent> = (skips, { data: { model, position } }, { id }) => {
  if (model !== id) return { rule: 'stream', expected: id, found: model }
  if (!skips.has(position)) return undefined
  return { rule: 'once', expected: 'a position that it does not go around yet', found: String(position) }
}

/** The decisions of operators about read models. */
export const readModelStreams = streamsOf<Skips, ReadModelEvent>(
  {
    category: 'readModel',
    initial: () => new Set(),
    // One that nobody signed is none, and may be made again.
    evolve: (skips, { data: { position, keyId } }) =>
      keyId === UNSIGNED.keyId ? skips : new Set([...skips, position]),
  },
  readModelEvents,
  skipFollows,
  readModelRights,
)
