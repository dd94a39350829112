import { setTimeout as delay } from 'node:timers/promises'
import { type EventStoreDBClient, excludeSystemEvents, START } from '@eventstore/db-client'
import { LogGap, type Position, type StoredEvent } from '#commands/log/event-log.ts'
import { isPassing, NoAnswer } from './client.ts'
import { toStored } from './records.ts'

/** How many events a batch has at most, and how many are read ahead. */
const PAGE = 1_000
const RECONNECT_AFTER = 100

/** Follows by catch-up subscriptions to $all, each from the last event handed on; a line that was cut is opened again. */
export async function* followAll(
  client: EventStoreDBClient,
  after: Position,
  stop: AbortSignal,
): AsyncGenerator<readonly StoredEvent[]> {
  let last = after
  while (!stop.aborted) {
    const subscription = subscribe(client, last, stop)
    try {
      for (;;) {
        const batch = await subscription.next()
        if (batch === undefined) return
        for (const { position } of batch) {
          if (position <= last) throw new LogGap(last + 1, position)
          last = position
        }
        yield batch
      }
    } catch (error) {
      if (!isPassing(error)) throw error
    } finally {
      subscription.end()
    }
    await delay(RECONNECT_AFTER, undefined, { signal: stop }).catch(() => undefined)
  }
}

type Batches = {
  /** What came since, waiting for something to come; undefined when told to stop. Throws when the line was cut. */
  next(): Promise<StoredEvent[] | undefined>
  end(): void
}

function subscribe(client: EventStoreDBClient, after: Position, stop: AbortSignal): Batches {
  // The server's checkpoints are let go by: one can be ahead of events that are still in the buffer here, so only an
  // event that was handed on says where to begin again. What is read twice for it are system events.
  const filter = excludeSystemEvents({ checkpointInterval: 32 })
  const fromPosition = after === 0 ? START : { commit: BigInt(after), prepare: BigInt(after) }
  const subscription = client.subscribeToAll({ fromPosition, filter }, { highWaterMark: PAGE })
  let failure: unknown
  let wake = () => {}
  const fail = (error: unknown) => {
    failure ??= error
    wake()
  }
  subscription.on('readable', () => wake())
  subscription.on('error', fail)
  subscription.on('end', () => fail(new NoAnswer('the subscription was ended')))
  subscription.on('close', () => fail(new NoAnswer('the subscription was closed')))
  const stopped = () => wake()
  stop.addEventListener('abort', stopped)

  const take = (): StoredEvent[] => {
    const batch: StoredEvent[] = []
    while (batch.length < PAGE) {
      const resolved = subscription.read()
      if (resolved === null) break
      batch.push(toStored(resolved))
    }
    return batch
  }

  return {
    async next() {
      while (!stop.aborted) {
        const batch = take()
        if (batch.length > 0) return batch
        if (failure !== undefined) throw failure
        await new Promise<void>((resolve) => (wake = resolve))
      }
      return undefined
    },
    end() {
      stop.removeEventListener('abort', stopped)
      void subscription.unsubscribe().catch(() => undefined)
      subscription.resume()
    },
  }
}
