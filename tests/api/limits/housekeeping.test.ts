import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepHouse } from '#api/housekeeping.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { addDocument } from '#tests/support/document-rows.ts'

let demo: DemoApp
const at = Date.parse('2026-11-22T09:00:00Z')
beforeAll(async () => {
  // It keeps house at its start, and not again for minutes: the tests say when.
  demo = await startDemoApp({ now: () => at, roles: { api: true, projections: true, processes: false } })
})
afterAll(() => demo.end())

const MINUTE_MS = 60_000
const inMinutes = (minutes: number) => new Date(at + minutes * MINUTE_MS)
const keep = (signal = new AbortController().signal) => keepHouse(demo.context, signal)
const count = async (table: string) =>
  (await demo.context.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n

/** For each table the statement that adds a row: one that has ended, and one that has not. */
const TABLES = {
  sign_in_try: {
    add: 'insert into sign_in_try (key, tries, forget_at) values ($1, 1, $2)',
    rows: [(key: string) => [key, inMinutes(0)], (key: string) => [key, inMinutes(1)]],
  },
  call_count: {
    add: 'insert into call_count (key, used, resets_at) values ($1, 1, $2)',
    rows: [(key: string) => [key, inMinutes(0)], (key: string) => [key, inMinutes(1)]],
  },
  request_key: {
    add: `insert into request_key (id, request, caller, created_at) values (decode($1, 'hex'), '', '', $2)`,
    rows: [(key: string) => [key, inMinutes(-7 * 24 * 60 - 1)], (key: string) => [key, inMinutes(-7 * 24 * 60 + 1)]],
  },
  session: {
    add: `insert into session (token_hash, user_id, created_at, last_seen_at, expires_at, mac)
          values (decode($1, 'hex'), 'somebody', '2026-01-01', $2, $3, '')`,
    rows: [
      (key: string) => [key, inMinutes(-1), inMinutes(0)],
      (key: string) => [key, inMinutes(-1), inMinutes(1)],
      (key: string) => [key, inMinutes(-30), inMinutes(60)],
    ],
  },
} as const

test.each(Object.entries(TABLES))('of %s what has ended goes, and the rest stays', async (table, { add, rows }) => {
  await demo.context.pool.query(`delete from ${table}`)
  for (const row of rows) await demo.context.pool.query(add, row(randomBytes(32).toString('hex')))
  expect(await count(table)).toBe(rows.length)
  await keep()
  expect(await count(table)).toBe(1)
})

test('many thousands go in batches, by two who keep house at once, and what is in use is not waited for', async () => {
  await demo.context.pool.query(
    `insert into sign_in_try (key, tries, forget_at) select 'old-' || n, 1, $1 from generate_series(1, 5500) n`,
    [inMinutes(-1)],
  )
  const busy = await demo.context.pool.connect()
  await busy.query(`begin; select from sign_in_try where key = 'old-7' for update`)
  await Promise.all([keep(), keep()])
  expect(await count('sign_in_try where key like $$old-%$$')).toBe(1)
  await busy.query('commit')
  busy.release()
  await keep()
  expect(await count('sign_in_try where key like $$old-%$$')).toBe(0)
})

test('guesses at random e-mails leave nothing after an hour', async () => {
  const before = await count('sign_in_try')
  for (let nth = 0; nth < 3; nth += 1) {
    const payload = { email: `${randomBytes(20).toString('hex')}@chf.example`, password: 'wrong' }
    await demo.app.inject({ method: 'POST', url: '/api/login', payload })
  }
  expect(await count('sign_in_try')).toBe((before ?? 0) + 3)
  await keepHouse({ ...demo.context, now: () => at + 60 * MINUTE_MS }, new AbortController().signal)
  expect(await count('sign_in_try')).toBe(0)
})

test('a system keeps its house by itself', async () => {
  const own = await startDemoApp({ housekeepingEveryMs: 50 })
  try {
    await own.context.pool.query(`insert into call_count values ('long ago', 1, '2020-01-01')`)
    await addDocument(own.context, {
      ...{
        id: randomUUID(),
        sha256: '0'.repeat(64),
        file_name: Buffer.alloc(0),
        media_type: 'application/pdf',
        bytes: 1,
      },
      ...{ uploaded_by: 'somebody', uploaded_at: '2020-01-01T00:00:00.000Z', state: 'loose', person_id: 'somebody' },
    })
    for (const table of ['call_count', 'document'])
      await expect.poll(async () => (await own.context.pool.query(`select from ${table}`)).rowCount).toBe(0)
  } finally {
    await own.end()
  }
})
