import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { bulkLoad, type BulkEvent, LogNotEmpty } from '#commands/log/postgres/bulk-load.ts'
import { anEvent, asGiven, followCount, freshStream } from '#tests/support/stored-events.ts'
import { openPostgresLog } from './storage.ts'

let opened: Awaited<ReturnType<typeof openPostgresLog>>
let stream = ''
beforeAll(async () => {
  opened = await openPostgresLog()
})
afterAll(() => opened.cleanUp())
beforeEach(() => {
  stream = freshStream()
})

const bulk = (revision: number, given: Partial<BulkEvent> = {}): BulkEvent => ({
  ...anEvent(),
  stream,
  revision,
  ...given,
})
const load = (...events: BulkEvent[]) => bulkLoad(opened.owner, events)
const expectRefused = async (events: readonly BulkEvent[], message: RegExp) => {
  const head = await opened.log.head()
  await expect(load(...events)).rejects.toThrow(message)
  expect(await opened.log.head()).toBe(head)
}

test('a bulk load goes behind what is there, reaches followers, and appends go on after it', async () => {
  const other = freshStream()
  const start = await opened.log.head()
  await opened.log.append(stream, NO_STREAM, [anEvent()])
  const events = [bulk(1), bulk(0, { stream: other }), bulk(2)]
  const seen = followCount(opened.log, start, 5)
  expect(await load(...events)).toEqual({ count: 3, position: start + 4 })
  expect(await opened.log.append(stream, 2, [anEvent()])).toMatchObject({ revision: 3, position: start + 5 })
  expect((await seen).slice(1, 4)).toMatchObject(events)
})

test('a bulk load keeps texts byte for byte', async () => {
  const text = String.raw`{"a":"\\N \u0000 \t"}` + '\n\r\t\\. \\N 🩺'
  const event = bulk(0, { data: text, meta: text })
  await load(event)
  const [stored] = await opened.log.read(stream)
  expect(stored && asGiven(stored)).toEqual({ id: event.id, type: event.type, data: text, meta: text })
})

test('a bulk load of many events comes from a generator and is appended whole', async () => {
  const start = await opened.log.head()
  async function* many() {
    for (let n = 0; n < 5000; n += 1) yield bulk(n)
  }
  expect(await bulkLoad(opened.owner, many())).toEqual({ count: 5000, position: start + 5000 })
  expect(await opened.log.read(stream)).toHaveLength(5000)
})

test('revisions of a bulk load must go on one by one from where each stream is', async () => {
  await expectRefused([bulk(1)], /Revision 1/)
  await expectRefused([bulk(0), bulk(2)], /Revision 2/)
  await expectRefused([bulk(1), bulk(0)], /Revision/)
  await load(bulk(0))
  await expectRefused([bulk(2)], /Revision 2/)
  await expectRefused([bulk(0)], /duplicate key/)
})

test('an id that is already in the log fails the whole load', async () => {
  const taken = anEvent()
  await opened.log.append(freshStream(), NO_STREAM, [taken])
  await expectRefused([bulk(0), bulk(1, taken)], /duplicate key/)
  expect(await opened.log.read(stream)).toEqual([])
})

test('times of recording may be given; they may neither go back nor lie ahead', async () => {
  const own = await openPostgresLog()
  const [early, late] = ['2020-01-01T00:00:00.100Z', '2021-06-01T12:00:00.000Z']
  await bulkLoad(own.owner, [bulk(0, { recordedAt: early }), bulk(1, { recordedAt: late })])
  expect((await own.log.read(stream)).map(({ recordedAt }) => recordedAt)).toEqual([early, late])
  await expect(bulkLoad(own.owner, [bulk(2, { recordedAt: early })])).rejects.toThrow(/cannot be recorded/)
  await expect(bulkLoad(own.owner, [bulk(2, { recordedAt: '2999-01-01T00:00:00.000Z' })])).rejects.toThrow(RangeError)
  await own.cleanUp()
})

test('a history that wants the log to itself is refused where anything is in it, and nothing of it is written', async () => {
  const own = await openPostgresLog()
  await bulkLoad(own.owner, [bulk(0, { recordedAt: '2020-01-01T00:00:00.100Z' })], { intoEmpty: true })
  const more = bulkLoad(own.owner, [bulk(1, { recordedAt: '2021-01-01T00:00:00.100Z' })], { intoEmpty: true })
  await expect(more).rejects.toThrow(LogNotEmpty)
  expect(await own.log.head()).toBe(1)
  await own.cleanUp()
})

test("the app's role cannot bulk load", async () => {
  const { default: pg } = await import('pg')
  const app = new pg.Pool({ ...opened.connection, max: 1 })
  await expect(bulkLoad(app, [bulk(0)])).rejects.toMatchObject({ code: '42501' })
  await app.end()
})
