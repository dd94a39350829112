import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { streamPages } from '#commands/log/stream-pages.ts'
import { postgresRows } from '#commands/log/verify/rows.ts'
import { createPool } from '#commands/postgres.ts'
import { someEvents } from '#tests/support/stored-events.ts'
import { openPostgresLog } from './postgres/storage.ts'

/** The largest that the log takes, and more of them than fit into one page; small ones before and behind. */
const LARGE = 7_900_000
const LARGE_ONES = 9
const ALL = LARGE_ONES + 10
const PAGE_BYTES = 32_000_000

let opened: Awaited<ReturnType<typeof openPostgresLog>>
let rows: ReturnType<typeof createPool>
beforeAll(async () => {
  opened = await openPostgresLog()
  rows = createPool(opened.connection, { name: 'rows', patience: 'batch', types: logTypes, max: 2 })
  await opened.log.append('wallet-before', NO_STREAM, someEvents(5))
  for (let revision = 0; revision < LARGE_ONES; revision += 1)
    await rows.query(
      `select o_outcome from event_log_append(array[1], array[null::int], array['wallet-large'], array[$1::int], array[$2::uuid],
         array['X'], array[repeat('x', ${LARGE})], array['{}'])`,
      [revision, randomUUID()],
    )
  await opened.log.append('wallet-behind', NO_STREAM, someEvents(5))
})
afterAll(async () => {
  await rows.end()
  await opened.cleanUp()
})

type Place = { readonly position: number; readonly data: string }
const bytesOf = (page: readonly Place[]) => page.reduce((sum, { data }) => sum + data.length, 0)

/** Pages no larger than they may be, with every event once. */
async function expectBounded(pages: AsyncIterable<readonly object[]>, due: number): Promise<void> {
  const seen: number[] = []
  for await (const page of pages) {
    const places = page as readonly Place[]
    expect(bytesOf(places)).toBeLessThanOrEqual(PAGE_BYTES)
    seen.push(...places.map(({ position }) => position))
    if (seen.length >= due) break
  }
  expect(seen.toSorted((one, other) => one - other)).toEqual([...new Set(seen)].toSorted((one, other) => one - other))
  expect(seen.length).toBe(due)
}

test('whoever follows gets no more at once than fits into memory', async () => {
  await expectBounded(opened.log.follow(0, new AbortController().signal), ALL)
})

test('whoever checks the log gets all of it in such pages, by place and by stream', async () => {
  const stored = postgresRows(rows)
  await expectBounded(stored.pages(ALL), ALL)
  await expectBounded(stored.byStream(ALL), ALL)
})

test('a stream is read some events at a time', async () => {
  const pages: number[] = []
  await opened.log.append('wallet-long', NO_STREAM, someEvents(250))
  for await (const page of streamPages(opened.log, 'wallet-long', 20)) pages.push(page.length)
  expect(pages).toEqual([100, 100, 30])
})
