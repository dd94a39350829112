import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { AT } from '#tests/support/command.ts'
import type { EventRecord } from '#tests/support/eventstore-memory.ts'
import { eventStoreAt, startEventStoreServer, type EventStoreServer } from '#tests/support/eventstore-server.ts'

// A log in EventStoreDB is looked at by each start, and checked at night, as one in Postgres.
let server: EventStoreServer
let app: TestApp
let superuser: pg.Client
beforeAll(async () => {
  server = await startEventStoreServer()
  app = await startTestApp(eventStoreAt(server.url))
  await loadReferenceData({ handler: app.context.handler, at: AT })
  while (!(await app.context.caughtUp(await app.context.eventLog.head())));
  superuser = new pg.Client(app.database.superuserUrl)
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await app.end()
  await server.close()
})

/** The portal starts again, and a night has passed; gives what was found, by whom. */
async function overNight(): Promise<readonly string[]> {
  await app.close()
  await superuser.query(`update integrity_check set since = '2020-01-01', ended_at = null`)
  app = await startTestApp({ ...eventStoreAt(server.url), dataDir: app.dataDir, checkShare: 1 }, app.database)
  const ended = async () => (await superuser.query('select ended_at from integrity_check')).rows[0]?.ended_at
  await expect.poll(ended, { timeout: 120_000 }).toBeInstanceOf(Date)
  return app.context.integrity.open().map(({ check, foundBy }) => `${foundBy}: ${check}`)
}

test('a log that nobody touched holds, and the portal writes', async () => {
  expect(await overNight()).toEqual([])
})

test('metadata that let a stream be cut, and a row that was changed, are found at night; the end of the log by the start', async () => {
  const metadata = { id: randomUUID(), type: '$metadata', contentType: 'application/json', metadata: new Uint8Array() }
  server.memory.append('$$wallet-pool', -1, [{ ...metadata, data: Buffer.from('{"$maxCount":1}') }])
  await superuser.query(`update role set description = description || '!' where id = (select min(id) from role)`)
  const records = server.memory.records as EventRecord[]
  const index = records.findLastIndex(({ stream }) => !stream.startsWith('$'))
  const last = records[index]
  if (last === undefined) throw new Error('Nothing is recorded')
  records[index] = { ...last, data: Buffer.from(Buffer.from(last.data).toString().replace('{', '{ ')) }
  const found = await overNight()
  expect(found).toEqual(expect.arrayContaining(['start: hash', 'nightly: stream metadata', 'nightly: read model role']))
})
