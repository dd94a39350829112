import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { AT } from '#tests/support/command.ts'
import { eventStoreAt, startEventStoreServer, type EventStoreServer } from '#tests/support/eventstore-server.ts'
import { verifyPortal } from './verify-portal.ts'

let server: EventStoreServer
let app: TestApp
beforeAll(async () => {
  server = await startEventStoreServer()
  app = await startTestApp(eventStoreAt(server.url))
  await loadReferenceData({ handler: app.context.handler, at: AT })
  while (!(await app.context.caughtUp(await app.context.eventLog.head())));
})
afterAll(async () => {
  await app.end()
  await server.close()
})

const verify = () => verifyPortal(app, [], { EVENTSTORE_URL: server.url })

test('a log in EventStoreDB is verified as any other, with the read models that were folded from it', async () => {
  const { code, said } = await verify()
  expect(said).toMatch(/GREEN. All [1-9]\d* events/)
  expect(said).toMatch(/Note: [1-9]\d* read models were folded anew and compared, [1-9]\d* rows/)
  expect(code).toBe(0)
})

test('a stream that the server may cut, and a row that was changed, are named', async () => {
  const data = Buffer.from(JSON.stringify({ $maxCount: 1 }))
  const event = { id: randomUUID(), type: '$metadata', contentType: 'application/json', metadata: new Uint8Array() }
  server.memory.append('$$wallet-pool', -1, [{ ...event, data }])
  await app.context.pool.query(`update role set description = description || '!' where id = (select min(id) from role)`)
  const { code, said } = await verify()
  expect(said).toMatch(/of wallet-pool \(stream metadata\)\n.*\n +found: +\$maxCount 1/)
  expect(said).toMatch(/role \[[^\]]+\] description \(read model role\)/)
  expect(code).toBe(1)
})

test('without EVENTSTORE_URL the database’s own log is empty, and its read models stand beyond it', async () => {
  const { code, said } = await verifyPortal(app)
  expect(said).toContain('beyond the end of the log')
  expect(code).toBe(1)
})
