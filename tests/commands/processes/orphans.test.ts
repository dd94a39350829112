import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findOrphans } from '#commands/processes/orphans.ts'
import { freshDatabase } from '#tests/support/database.ts'

const KNOWN = [{ name: 'moves' }, { name: 'notices' }]
const MANY = 50_000
/** Pages of 8 KB: a table of so many items has some thousand. */
const FEW = 100

async function tables() {
  const database = await freshDatabase()
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  onTestFinished(async () => {
    await owner.end()
    await database.drop()
  })
  const open = (process: string, items: number) =>
    owner.query(
      `insert into process_item (process, key, stream, revision, position)
       select $1, n::text, 'parcel-' || n, 0, n from generate_series(1, $2::int) n`,
      [process, items],
    )
  const ask = (process: string, mails: number, sentAt: Date | null = null) =>
    owner.query(
      `insert into outbox (id, process, template, recipient, stream, revision, sent_at)
       select gen_random_uuid(), $1, 'arrived', 'ada', 'parcel-' || n, 0, $3 from generate_series(1, $2::int) n`,
      [process, mails, sentAt],
    )
  return { owner, open, ask }
}

test('what is open under a name that no process has is found and counted', async () => {
  const { owner, open, ask } = await tables()
  expect(await findOrphans(owner, KNOWN)).toEqual([])
  await open('moves', 3)
  await ask('notices', 2)
  await ask('gone', 4, new Date())
  expect(await findOrphans(owner, KNOWN)).toEqual([])
  await open('before', 2)
  await ask('before', 1)
  await ask('zebra', 1)
  expect(await findOrphans(owner, KNOWN)).toEqual([
    { name: 'before', items: 2, mails: 1 },
    { name: 'zebra', items: 0, mails: 1 },
  ])
})

test('however much is open under names that are known, hardly anything is read', async () => {
  const { owner, open, ask } = await tables()
  for (const { name } of KNOWN) {
    await open(name, MANY)
    await ask(name, MANY)
  }
  await owner.query('vacuum analyze process_item, outbox')
  let pages = 0
  const explaining = {
    query: async (text: string, values: unknown[]) => {
      const { rows } = await owner.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      )
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
      pages = (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? Number.NaN)
      return { rows: [] }
    },
  }
  await findOrphans(explaining as unknown as pg.Pool, KNOWN)
  expect(pages).toBeLessThan(FEW)
}, 60_000)
