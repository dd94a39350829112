import { createEndsTree, type EndsTree } from '#commands/log/seals/ends-tree.ts'
import type { Position } from '#commands/log/event-log.ts'
import { digestOf } from '#commands/log/seals/seal.ts'
import type { Seal } from '#domain/seal/events.ts'
import type { About } from './about.ts'
import { endLine, eventLine, headerLine, LogDoesNotHold, sealLine } from './lines.ts'
import { eventsOfStream, eventsUpTo, type ReadLog } from './sealed-log.ts'

type Sealed = { readonly seal: Seal; readonly ends: EndsTree; readonly streams: readonly string[] }

/** Streams as a whole under one seal: of each its end and the way to the seal's root, and then its events. */
export async function* linesOfStreams(log: ReadLog, about: About, { seal, ends, streams }: Sealed) {
  yield headerLine(about, seal)
  yield sealLine(seal)
  for (const stream of streams) {
    const [end, proof] = [ends.endOf(stream), ends.proof(stream)]
    if (end === undefined || proof === undefined) throw new LogDoesNotHold(`of ${stream}`)
    yield endLine(end, proof)
    const found = createEndsTree()
    for await (const event of eventsOfStream(log, stream, end.revision)) {
      found.roll(event, digestOf(event))
      yield eventLine(event)
    }
    const { revision, hash } = found.endOf(stream) ?? { revision: -1, hash: '' }
    if (revision !== end.revision || hash !== end.hash) throw new LogDoesNotHold(`of ${stream}`)
  }
}

/** The streams that tell of a payment, in order: its transactions. The log is read for them up to a position. */
export async function streamsOfPayment(log: ReadLog, paymentId: string, end: Position): Promise<readonly string[]> {
  const streams = new Set<string>()
  const named = JSON.stringify({ paymentId }).slice(1, -1)
  for await (const { stream, type, data } of eventsUpTo(log, 0, end))
    if (type === 'TransactionPaymentInitiated' && data.includes(named)) streams.add(stream)
  return [...streams].sort()
}
