import type { RecordedBatch } from './domain-log.ts'

/**
 * Reads a feed ahead of its consumer and gives, as one batch, all that came while the consumer was busy: a lone event
 * at once, thousands together when there is much to do. Ends when the feed ends; throws what it throws.
 */
export async function* gathered(feed: AsyncIterable<RecordedBatch>, limit: number): AsyncGenerator<RecordedBatch> {
  let waiting: RecordedBatch[] = []
  let size = 0
  let isLeft = false
  let ended: { readonly error?: unknown } | undefined
  let wakeReader = () => {}
  let wakeConsumer = () => {}

  const read = async () => {
    for await (const batch of feed) {
      waiting.push(batch)
      size += batch.count
      wakeConsumer()
      while (size >= limit && !isLeft) await new Promise<void>((resolve) => (wakeReader = resolve))
      if (isLeft) return
    }
  }
  void read()
    .then(
      () => (ended = {}),
      (error: unknown) => (ended = { error }),
    )
    .then(() => wakeConsumer())

  try {
    for (;;) {
      if (waiting.length > 0) {
        const taken = waiting
        waiting = []
        size = 0
        wakeReader()
        yield merged(taken)
      } else if (ended !== undefined) {
        if ('error' in ended) throw ended.error
        return
      } else await new Promise<void>((resolve) => (wakeConsumer = resolve))
    }
  } finally {
    isLeft = true
    wakeReader()
  }
}

function merged(batches: readonly RecordedBatch[]): RecordedBatch {
  const [only] = batches
  const last = batches.at(-1)
  if (only === undefined || last === undefined) throw new RangeError('There is no batch to merge')
  if (batches.length === 1) return only
  return {
    events: batches.flatMap(({ events }) => events),
    unread: batches.flatMap(({ unread }) => unread),
    seconds: batches.flatMap(({ seconds }) => seconds),
    position: last.position,
    count: batches.reduce((sum, { count }) => sum + count, 0),
  }
}
