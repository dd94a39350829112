import { randomUUID } from 'node:crypto'
import { binaryEvent, type EventStoreDBClient } from '@eventstore/db-client'
import { LogUnavailable } from '#commands/log/event-log.ts'
import { hostsOf, insist, isOfType, openEventStoreClient, versionOf } from './client.ts'
import { readHead } from './read.ts'
import { StartRefused } from '#commands/log/start-refused.ts'

/** The oldest server that says where an event of a stream is in the whole log. */
const OLDEST = [22, 6] as const
/** What one append must be able to hold, in bytes: more than any command of the portal writes, less than the default. */
const LARGEST_APPEND = 1_000_000
const UNAUTHENTICATED = 16
const UNTRUSTED = /certificate|self.signed|altnames|unable to verify/i

/**
 * Throws `StartRefused`, with what is wrong and what to do, when the portal could not work with this EventStoreDB. Waits
 * `patience` milliseconds for a node that leads. Writes nothing.
 */
export async function checkEventStore(url: string, patience = 30_000): Promise<void> {
  const { client, close } = openEventStoreClient(url)
  try {
    await checkVersion(client, patience)
    await insist(patience, () => readHead(client))
    await insist(patience, () => checkAppendSize(client))
  } catch (error) {
    throw refusalOf(error, hostsOf(url))
  } finally {
    await close()
  }
}

async function checkVersion(client: EventStoreDBClient, patience: number): Promise<void> {
  const version = await insist(patience, () => versionOf(client))
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  throw new StartRefused(
    `EventStoreDB ${OLDEST.join('.')} or newer is needed, this one is ${version}: it does not say where in the whole log an event is. Upgrade it.`,
  )
}

/** An append that no server would write, as its stream is not there: one that takes less refuses it for its size. */
async function checkAppendSize(client: EventStoreDBClient): Promise<void> {
  const event = binaryEvent({ id: randomUUID(), type: 'SizeTried', data: new Uint8Array(LARGEST_APPEND) })
  const options = { expectedRevision: 0n, requiresLeader: true, deadline: 30_000, throwOnAppendFailure: true }
  await client.appendToStream('portalStart-check', event, options).catch((error: unknown) => {
    if (!isOfType(error, 'wrong-expected-version')) throw error
  })
}

function refusalOf(error: unknown, hosts: string): unknown {
  const cause = error instanceof LogUnavailable ? error.cause : error
  const message = cause instanceof Error ? cause.message : String(cause)
  if (UNTRUSTED.test(message))
    return new StartRefused(
      `The certificate of EventStoreDB at ${hosts} is not trusted (${message}). Give the authority that signed it: tlsCAFile=/path/to/ca.crt in EVENTSTORE_URL.`,
    )
  if (isOfType(cause, 'access-denied')) {
    const isUnknown = cause instanceof Error && 'code' in cause && cause.code === UNAUTHENTICATED
    return new StartRefused(
      isUnknown
        ? `EventStoreDB at ${hosts} does not know this user and password: correct them in EVENTSTORE_URL.`
        : `The user of EVENTSTORE_URL may not read $all of EventStoreDB at ${hosts}. Give its group the right: ` +
            'the metadata of the stream $all, {"$acl": {"$r": ["$admins", "the group"]}} (docs/eventstore.md, Rights).',
    )
  }
  if (isOfType(cause, 'maximum-append-size-exceeded'))
    return new StartRefused(
      `EventStoreDB at ${hosts} takes appends of less than ${LARGEST_APPEND} bytes: raise EVENTSTORE_MAX_APPEND_SIZE (8388608, say).`,
    )
  if (error instanceof LogUnavailable)
    return new StartRefused(
      `No node of EventStoreDB at ${hosts} answers and leads (${message}). Start it, or correct EVENTSTORE_URL; with TLS, see that its certificate is trusted (tlsCAFile).`,
    )
  return error
}
