import { type Decisions, NO_DECISIONS } from './decisions.ts'
import type { Codec } from './codec.ts'
import type { DecodedWhole, LeftOut, Recorded, Unread } from './domain-log.ts'
import { hashIn } from './event-hash.ts'
import type { StoredEvent } from './event-log.ts'
import { type PersonKeys, WrongPersonKey } from './keys.ts'
import { UnreadEvent } from './unread-event.ts'

/**
 * Reads stored events, each on its own: first who wrote it, then what it says. One that does not hold spoils no other, and of
 * one that operators have decided to leave out nothing is read.
 */
export async function decodeEvents(
  codec: Pick<Codec, 'forgeriesIn' | 'subjectsOf' | 'decode'>,
  keys: Pick<PersonKeys, 'load'>,
  all: readonly StoredEvent[],
  decisions: Decisions = NO_DECISIONS,
): Promise<DecodedWhole> {
  const leftOut = all.flatMap((event) => leftOutBy(decisions, event))
  const stored = leftOut.length === 0 ? all : all.filter(({ position }) => decisions.leftOut(position) === undefined)
  const forged = await codec.forgeriesIn(stored)
  const ours = forged.size === 0 ? stored : stored.filter((event) => !forged.has(event))
  const { known, wrong } = await keysOf(keys, codec.subjectsOf(ours))
  const events: Recorded[] = []
  const unread: Unread[] = []
  const leave = ({ data: _, meta: __, ...place }: StoredEvent, error: Error) => unread.push({ ...place, error })
  for (const event of stored) {
    const error = forged.get(event) ?? (wrong.size === 0 ? undefined : wrongKeyOf(event))
    if (error !== undefined) {
      leave(event, error)
      continue
    }
    try {
      events.push(codec.decode(event, known))
    } catch (thrown) {
      if (!(thrown instanceof UnreadEvent || thrown instanceof WrongPersonKey)) throw thrown
      leave(event, thrown)
    }
  }
  return { events, unread, leftOut }

  function wrongKeyOf(event: StoredEvent): WrongPersonKey | undefined {
    return codec.subjectsOf([event]).flatMap((person) => wrong.get(person) ?? [])[0]
  }
}

function leftOutBy(decisions: Decisions, { data: _, meta, ...place }: StoredEvent): readonly LeftOut[] {
  const by = decisions.leftOut(place.position)
  return by === undefined ? [] : [{ ...place, hash: hashIn(meta), by }]
}

type KeysOf = {
  readonly known: ReadonlyMap<string, Buffer>
  /** By person, whose key is there and is not what was written. */
  readonly wrong: ReadonlyMap<string, WrongPersonKey>
}

const NONE: KeysOf = { known: new Map(), wrong: new Map() }

async function keysOf(keys: Pick<PersonKeys, 'load'>, people: readonly string[]): Promise<KeysOf> {
  if (people.length === 0) return NONE
  try {
    return { known: await keys.load(people), wrong: NONE.wrong }
  } catch (error) {
    if (!(error instanceof WrongPersonKey)) throw error
  }
  // One of them: each on its own shows whose.
  const known = new Map<string, Buffer>()
  const wrong = new Map<string, WrongPersonKey>()
  for (const person of people) {
    try {
      for (const [id, key] of await keys.load([person])) known.set(id, key)
    } catch (error) {
      if (!(error instanceof WrongPersonKey)) throw error
      wrong.set(person, error)
    }
  }
  return { known, wrong }
}
