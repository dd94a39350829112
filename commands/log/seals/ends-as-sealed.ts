import type { Seal } from '#domain/seal/events.ts'
import { createEndsTree, type EndsTree, type StreamEnd } from './ends-tree.ts'
import type { EventLog, StoredEvent } from '#commands/log/event-log.ts'
import { SealsDisagree } from './seal-file.ts'
import { digestOf, NOTHING_ROLLED, type Rolled, rollOn } from './seal.ts'
import type { StreamEnds } from './stream-ends.ts'
import { upTo } from '#commands/log/up-to.ts'

export type EndsAsked = {
  /** The last seal, as of which the ends are wanted; undefined before the first. Asked for behind the table, which may be of it. */
  readonly lastSeal: () => Promise<Seal | undefined>
  readonly eventLog: Pick<EventLog, 'follow'>
  readonly table: StreamEnds
  /** A seal of the log that is signed; undefined where there is none of that number. */
  readonly sealOf: (number: number) => Promise<Seal | undefined>
  /** What an operator should hear of. */
  readonly report: (message: string, error?: unknown) => void
}

/** So many streams at most are kept until they are written into the table. */
const MOST_CHANGED = 10_000

/**
 * The ends of all streams as of a seal, from the table where it is what some seal says, and rolled on over the events since;
 * else from the whole log, and the table is made anew. Undefined when the signal aborts. Throws SealsDisagree when the log
 * does not give what the seal says. A table that cannot be read or written holds nobody up.
 */
export async function endsAsSealed(asked: EndsAsked, signal: AbortSignal): Promise<EndsTree | undefined> {
  const { lastSeal, eventLog, report } = asked
  const kept = await fromTable(asked)
  const seal = await lastSeal()
  const held = 'from' in kept && kept.from.number <= (seal?.number ?? 0) ? kept : undefined
  if (held === undefined) await keeping(asked).clear()
  if (seal === undefined) return createEndsTree()
  if (held === undefined) {
    const why = 'why' in kept ? kept.why : `is of seal ${kept.from.number}, which the log does not have`
    report(`The table stream_end ${why}: the whole log is read instead`, 'error' in kept ? kept.error : undefined)
  }
  const { tree, from } = held ?? { tree: createEndsTree(), from: undefined }
  let rolled: Rolled = from ?? NOTHING_ROLLED
  const changes = createChanges(tree, keeping(asked), from?.number ?? 0)
  for await (const batch of upTo(eventLog, seal.position).follow(rolled.position, signal))
    for (const event of batch) {
      const digest = digestOf(event)
      rolled = rollOn(rolled, event, digest)
      tree.roll(event, digest)
      await changes.add(event)
    }
  if (signal.aborted) return undefined
  const { streams, root } = tree.sealed()
  if (rolled.count !== seal.count || rolled.hash !== seal.hash || streams !== seal.streams || root !== seal.root)
    throw new SealsDisagree(
      `The log does not give what seal ${seal.number} says of its events from ${(from?.position ?? 0) + 1} to ${seal.position}`,
    )
  await changes.end(seal.number)
  return tree
}

type Kept = { readonly tree: EndsTree; readonly from: Seal }
type NotKept = { readonly why: string; readonly error?: unknown }

/** The table's ends, and the seal that they are held by; why not, where they are held by none. */
async function fromTable({ sealOf, table }: EndsAsked): Promise<Kept | NotKept> {
  const tree = createEndsTree()
  const number = await table.load(tree.set).catch((error: unknown) => ({ why: 'cannot be read', error }))
  if (typeof number === 'object') return number
  if (number === undefined) return { why: 'is of no seal' }
  const from = await sealOf(number)
  const { streams, root } = tree.sealed()
  if (from?.streams === streams && from.root === root) return { tree, from }
  return { why: `is not what seal ${number} says` }
}

/** The table for whoever goes on without it: what fails is reported, and gives false. */
export function keeping({ table, report }: Pick<EndsAsked, 'table' | 'report'>) {
  const tried = async (work: Promise<void>): Promise<boolean> => {
    try {
      await work
      return true
    } catch (error) {
      report('The table stream_end cannot be written: the next start reads more of the log', error)
      return false
    }
  }
  return {
    write: (ends: readonly StreamEnd[], number: number) => tried(table.write(ends, number)),
    clear: () => tried(table.clear()),
  }
}

/** Which streams have gone on since they were written into the table. */
export function createChanges(tree: Pick<EndsTree, 'endOf'>, table: ReturnType<typeof keeping>, since: number) {
  const streams = new Set<string>()
  const write = async (number: number) => {
    const ends = [...streams].flatMap((stream) => tree.endOf(stream) ?? [])
    if (await table.write(ends, number)) streams.clear()
  }
  return {
    /** When they are many, writes them under the number of before: a table that is left so is of no seal. */
    async add({ stream }: Pick<StoredEvent, 'stream'>): Promise<void> {
      streams.add(stream)
      if (streams.size < MOST_CHANGED) return
      await write(since)
      streams.clear()
    },
    /** All of them, as of a seal. */
    end: write,
  }
}
