import grpc from '@grpc/grpc-js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { createEventStoreLog } from '#commands/log/eventstore/log.ts'
import { openEventStoreRows } from '#commands/log/eventstore/rows.ts'
import { createEventStoreMemory, type EventStoreMemory, type Proposed } from './eventstore-memory.ts'
import { appendMessage, proposedOf } from './eventstore-messages.ts'
import { answerReading } from './eventstore-reading.ts'

/** A small EventStoreDB of one node, on the service definitions of the client package, over real gRPC. */
export type EventStoreServer = {
  readonly url: string
  readonly port: number
  readonly memory: EventStoreMemory
  /** How many appends and subscriptions were asked for. */
  readonly calls: { appends: number; subscriptions: number }
  /** From now on this node takes calls and never answers them, as one that was stopped in its tracks. */
  hang(): void
  /** From now on the node at that port leads, and calls that require the leader are sent there; undefined: this one. */
  followLeader(port: number | undefined): void
  /** Ends at once, cutting what is open. */
  close(): Promise<void>
}

export type EventStoreServerOptions = {
  readonly memory?: EventStoreMemory
  /** In bytes of data and metadata; EventStoreDB's own default is 1 MiB. */
  readonly maxAppendSize?: number
  /** What the server says it is. */
  readonly version?: string
  /** How each reading of $all and each append is refused: by its gRPC status, or by an exception of EventStoreDB's. */
  readonly refuses?: 'password' | 'all' | 'not ready'
  /** With TLS under this key and certificate. */
  readonly tls?: { readonly key: string; readonly certificate: string }
  /** Another port than any free one: where a node that was closed comes back. */
  readonly port?: number
}

/** For a portal whose log is there; `retryFor` in milliseconds. */
export const eventStoreAt = (url: string, retryFor?: number) => ({
  eventStore: {
    open: () => createEventStoreLog({ url, ...(retryFor === undefined ? {} : { retryFor }) }),
    openRows: () => openEventStoreRows(url),
  },
})

export async function startEventStoreServer({
  memory = createEventStoreMemory(),
  maxAppendSize = 8 * 1024 * 1024,
  port: wanted = 0,
  version = '24.10.4',
  refuses,
  tls,
}: EventStoreServerOptions = {}): Promise<EventStoreServer> {
  const calls = { appends: 0, subscriptions: 0 }
  let leader: number | undefined
  let isHanging = false

  const refusalOf = (metadata: grpc.Metadata, isAll = false): Partial<grpc.ServiceError> | undefined => {
    if (refuses === 'password') return { code: grpc.status.UNAUTHENTICATED, details: 'Unauthenticated' }
    if (refuses === 'not ready') return { code: grpc.status.UNAVAILABLE, details: 'Server Is Not Ready' }
    if (refuses === 'all' && isAll) return refusal(grpc.status.PERMISSION_DENIED, 'access-denied', {})
    if (leader === undefined || metadata.get('requires-leader')[0] !== 'true') return undefined
    return refusal(grpc.status.NOT_FOUND, 'not-leader', {
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': String(leader),
    })
  }

  const append: streamsService.IStreamsServer['append'] = (call, answer) => {
    calls.appends += 1
    if (isHanging) return
    let options: streams.AppendReq.Options | undefined
    const events: Proposed[] = []
    call.on('data', (request: streams.AppendReq) => {
      options ??= request.getOptions()
      const proposed = request.getProposedMessage()
      if (proposed !== undefined) events.push(proposedOf(proposed))
    })
    call.on('end', () => {
      const refused = refusalOf(call.metadata)
      if (refused !== undefined) return answer(refused)
      const size = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)
      if (size > maxAppendSize) {
        const limit = { 'maximum-append-size': String(maxAppendSize) }
        return answer(refusal(grpc.status.INVALID_ARGUMENT, 'maximum-append-size-exceeded', limit))
      }
      if (options?.hasRevision() !== true && options?.hasNoStream() !== true) {
        return answer({ code: grpc.status.INVALID_ARGUMENT, details: 'This server takes exact revisions only' })
      }
      const expected = options.hasNoStream() ? -1 : Number(options.getRevision())
      const stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
      answer(null, appendMessage(memory.append(stream, expected, events), expected))
    })
  }

  const read: streamsService.IStreamsServer['read'] = (call) => {
    const options = call.request.getOptions()
    if (isHanging) return
    const refused = refusalOf(call.metadata, options?.hasAll())
    if (options === undefined || refused !== undefined) {
      call.emit('error', refused ?? { code: grpc.status.INVALID_ARGUMENT, details: 'No options' })
      return
    }
    if (options.hasSubscription()) calls.subscriptions += 1
    void answerReading(call, options, memory)
  }

  const server = new grpc.Server()
  const missing = () => {
    throw new Error('The adapter calls what this server does not have')
  }
  server.addService(streamsService.StreamsService, {
    append,
    read,
    batchAppend: missing,
    delete: missing,
    tombstone: missing,
  })
  // Says that it takes batches, as the real one does.
  const method = { service: 'event_store.client.streams.Streams', name: 'batchappend' }
  server.addService(featuresService.ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: grpc.sendUnaryData<features.SupportedMethods>) => {
      const batches = new features.SupportedMethod().setServiceName(method.service).setMethodName(method.name)
      answer(null, new features.SupportedMethods().setMethodsList([batches]).setEventStoreServerVersion(version))
    },
  })
  server.addService(gossipService.GossipService, {
    read: (_call: unknown, answer: grpc.sendUnaryData<gossip.ClusterInfo>) => {
      if (!isHanging) answer(null, clusterOf(port, leader))
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    const pair = { private_key: Buffer.from(tls?.key ?? ''), cert_chain: Buffer.from(tls?.certificate ?? '') }
    const { createInsecure, createSsl } = grpc.ServerCredentials
    const credentials = tls === undefined ? createInsecure() : createSsl(null, [pair])
    server.bindAsync(`127.0.0.1:${wanted}`, credentials, (error, bound) => (error ? reject(error) : resolve(bound)))
  })
  return {
    url: `esdb://127.0.0.1:${port}?tls=${tls !== undefined}`,
    port,
    memory,
    calls,
    hang() {
      isHanging = true
    },
    followLeader(other) {
      leader = other
    },
    async close() {
      server.forceShutdown()
    },
  }
}

function refusal(code: grpc.status, exception: string, facts: Readonly<Record<string, string>>) {
  const metadata = new grpc.Metadata()
  metadata.set('exception', exception)
  for (const [name, value] of Object.entries(facts)) metadata.set(name, value)
  return { code, details: exception, metadata }
}

/** What a node says of its cluster: itself, and the leader when that is another. */
function clusterOf(port: number, leader: number | undefined): gossip.ClusterInfo {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
  const member = (at: number, state: gossip.MemberInfo.VNodeState) =>
    new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
      .setTimeStamp('0')
      .setState(state)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(at))
  const members = leader === undefined ? [member(port, LEADER)] : [member(port, FOLLOWER), member(leader, LEADER)]
  return new gossip.ClusterInfo().setMembersList(members)
}
