import streams from '@eventstore/db-client/generated/streams_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { EventRecord, Outcome, Proposed } from './eventstore-memory.ts'

// 64-bit fields take texts: a number would silently become 0.

/** A record as an answer to a reading. */
export function eventMessage(record: EventRecord): streams.ReadResp {
  const position = record.position.toString()
  const id = new shared.UUID().setString(record.id)
  const stream = new shared.StreamIdentifier().setStreamName(Buffer.from(record.stream))
  const event = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(id)
    .setStreamIdentifier(stream)
    .setStreamRevision(record.revision.toString())
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(record.data)
    .setCustomMetadata(record.metadata)
  event
    .getMetadataMap()
    .set('type', record.type)
    .set('content-type', record.contentType)
    .set('created', record.created.toString())
  return new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent().setEvent(event).setCommitPosition(position))
}

export const confirmationMessage = (id: string): streams.ReadResp =>
  new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id))

export const caughtUpMessage = (): streams.ReadResp =>
  new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())

export function checkpointMessage(position: bigint): streams.ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint()
    .setCommitPosition(position.toString())
    .setPreparePosition(position.toString())
  return new streams.ReadResp().setCheckpoint(checkpoint)
}

export function notFoundMessage(stream: string): streams.ReadResp {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream))
  return new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier))
}

export function proposedOf(message: streams.AppendReq.ProposedMessage): Proposed {
  const properties = message.getMetadataMap()
  return {
    id: message.getId()?.getString() ?? '',
    type: properties.get('type') ?? '',
    contentType: properties.get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

export function appendMessage(outcome: Outcome, expected: number): streams.AppendResp {
  if ('written' in outcome) {
    const { revision, position } = outcome.written
    const place = new streams.AppendResp.Position()
      .setCommitPosition(position.toString())
      .setPreparePosition(position.toString())
    const success = new streams.AppendResp.Success().setCurrentRevision(revision.toString()).setPosition(place)
    return new streams.AppendResp().setSuccess(success)
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (outcome.current === undefined) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(outcome.current.toString())
  if (expected < 0) wrong.setExpectedNoStream(new shared.Empty())
  else wrong.setExpectedRevision(expected.toString())
  return new streams.AppendResp().setWrongExpectedVersion(wrong)
}
