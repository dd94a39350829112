import { afterEach, expect, test } from 'vitest'
import { checkEventStore } from '#commands/log/eventstore/check.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import {
  type EventStoreServer,
  type EventStoreServerOptions,
  startEventStoreServer,
} from '#tests/support/eventstore-server.ts'
import { UNTRUSTED } from '#tests/support/untrusted-certificate.ts'

const PATIENCE = 500
const servers: EventStoreServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
const start = async (options: EventStoreServerOptions = {}) => {
  const server = await startEventStoreServer(options)
  servers.push(server)
  return server
}
const refusalFrom = async (url: string) => {
  const error = await checkEventStore(url, PATIENCE).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartRefused)
  return error instanceof Error ? error.message : ''
}

test('a server that the portal can work with passes, and nothing is written to it', async () => {
  const server = await start({ maxAppendSize: 1024 * 1024 }) // EventStoreDB's own default
  const before = server.memory.records.length
  await checkEventStore(server.url, PATIENCE)
  expect(server.memory.records).toHaveLength(before)
})

test.each<[string, EventStoreServerOptions, RegExp]>([
  ['does not know the password', { refuses: 'password' }, /does not know this user and password.*EVENTSTORE_URL/],
  ['gives no right to read $all', { refuses: 'all' }, /may not read \$all.*\$acl.*eventstore\.md/],
  ['is too old', { version: '21.10.9' }, /22\.6 or newer is needed, this one is 21\.10\.9/],
  ['takes too small appends', { maxAppendSize: 100_000 }, /raise EVENTSTORE_MAX_APPEND_SIZE/],
  ['never leads', { refuses: 'not ready' }, /No node .* answers and leads.*Not Ready/],
  ['has a certificate that nobody trusts', { tls: UNTRUSTED }, /certificate .* is not trusted.*tlsCAFile/],
])('one that %s is told by its reason and what to do', async (_, options, wanted) => {
  expect(await refusalFrom((await start(options)).url)).toMatch(wanted)
})

test('one that is not there is told by its host, and never with the password', async () => {
  const { port, close } = await start()
  await close()
  const message = await refusalFrom(`esdb://admin:changeit@127.0.0.1:${port}?tls=false`)
  expect(message).toMatch(new RegExp(`No node of EventStoreDB at 127.0.0.1:${port}`))
  expect(message).not.toContain('changeit')
})
