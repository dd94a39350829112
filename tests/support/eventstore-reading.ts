import { once } from 'node:events'
import grpc from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { EventRecord, EventStoreMemory } from './eventstore-memory.ts'
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  notFoundMessage,
} from './eventstore-messages.ts'

type Call = grpc.ServerWritableStream<streams.ReadReq, streams.ReadResp>

/** Answers a reading of a stream or of $all, or keeps a subscription to $all until the client leaves. */
export async function answerReading(
  call: Call,
  options: streams.ReadReq.Options,
  memory: EventStoreMemory,
): Promise<void> {
  const send = async (message: streams.ReadResp) => {
    if (!call.write(message) && !call.cancelled)
      await once(call, 'drain', { signal: left.signal }).catch(() => undefined)
  }
  const left = new AbortController()
  for (const event of ['cancelled', 'close', 'error']) call.on(event, () => left.abort())

  const { FORWARDS } = streams.ReadReq.Options.ReadDirection
  const isForward = options.getReadDirection() === FORWARDS
  const stream = options.getStream()
  if (stream !== undefined) {
    const name = Buffer.from(stream.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
    const past = memory.stream(name)
    if (past.length === 0) await send(notFoundMessage(name))
    const from = stream.hasRevision() ? Number(stream.getRevision()) : stream.hasEnd() ? past.length - 1 : 0
    const found = isForward ? past.slice(from) : past.slice(0, from + 1).toReversed()
    for (const record of found.slice(0, Number(options.getCount()))) {
      if (left.signal.aborted) return
      await send(eventMessage(record))
    }
    call.end()
    return
  }

  const after = placeIn(memory.records, options)
  if (after === undefined) {
    call.emit('error', { code: grpc.status.INVALID_ARGUMENT, details: 'There is no record at this position' })
    return
  }
  if (!options.hasSubscription()) {
    const found = isForward ? memory.records.slice(after) : memory.records.slice(0, after).toReversed()
    for (const record of found.slice(0, Number(options.getCount()))) {
      if (left.signal.aborted) return
      await send(eventMessage(record))
    }
    call.end()
    return
  }
  await keepSubscription(send, left.signal, options, memory, after)
}

async function keepSubscription(
  send: (message: streams.ReadResp) => Promise<void>,
  left: AbortSignal,
  options: streams.ReadReq.Options,
  memory: EventStoreMemory,
  after: number,
): Promise<void> {
  const filter = options.getFilter()
  const wanted = new RegExp(filter?.getEventType()?.getRegex() ?? '')
  let wake = () => {}
  const unwatch = memory.watch(() => wake())
  left.addEventListener('abort', () => wake())
  await send(confirmationMessage(crypto.randomUUID()))
  let next = after
  let isBehind = true
  while (!left.aborted) {
    const record = memory.records[next]
    if (record === undefined) {
      if (isBehind) await send(caughtUpMessage())
      isBehind = false
      // What came while that was sent has woken nobody.
      if (memory.records.length === next) await new Promise<void>((resolve) => (wake = resolve))
      continue
    }
    next += 1
    if (wanted.test(record.type)) await send(eventMessage(record))
    else if (filter !== undefined) await send(checkpointMessage(record.position))
  }
  unwatch()
}

/**
 * How many records come before where a reading of $all begins. A reading forward begins with the record of its
 * position, a subscription behind it, a reading backward before it. Undefined when no record begins there: as in
 * EventStoreDB a position is a place in a file, and nothing can be read from the middle of a record.
 */
function placeIn(records: readonly EventRecord[], options: streams.ReadReq.Options): number | undefined {
  const all = options.getAll()
  if (all === undefined) return undefined
  if (all.hasStart()) return 0
  if (all.hasEnd()) return records.length
  const commit = BigInt(all.getPosition()?.getCommitPosition() ?? '')
  const index = records.findIndex(({ position }) => position === commit)
  if (index < 0) return undefined
  return options.hasSubscription() ? index + 1 : index
}
