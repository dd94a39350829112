import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '#commands/postgres.ts'
import { endSilentHolders, showThatItGoesOn } from '#commands/silent-holder.ts'
import { freshDatabase } from '#tests/support/database.ts'

/** Twice over, whoever goes on has the chance to show it. */
const SILENT_AFTER_MS = 6_000
const HELD = 'l.objsubid = 1 and l.objid between 1 and 9 and l.classid = 0'

test('only those who hold a lock, are silent and are not at work are ended', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const clients: pg.Client[] = []
  const holder = async (lock: number) => {
    const client = createClient(database.appUrl, { name: 'test', patience: 'hours' })
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [lock])
    clients.push(client)
    return client
  }
  const ended: string[] = []
  const hold = async (name: string, lock: number, does: (client: pg.Client) => unknown) => {
    const client = await holder(lock)
    client.once('end', () => ended.push(name))
    await does(client)
    return client
  }
  await hold('silent', 1, () => undefined)
  await hold('silent in a transaction', 2, (client) => client.query('begin'))
  // What the line holds is taken by nobody: its process stands still in the middle of an answer.
  await hold('takes no answer', 3, (client) => {
    client.query("select repeat('x', 10000) from generate_series(1, 10000)").catch(() => undefined)
    ;(client as pg.Client & { connection: { stream: { pause(): void } } }).connection.stream.pause()
  })
  await hold('at work', 4, (client) => void client.query('select pg_sleep(120)').catch(() => undefined))
  await hold('goes on', 5, showThatItGoesOn)
  await hold('of another lock', 10, () => undefined)
  const waiting = createClient(database.appUrl, { name: 'test', patience: 'call' })
  await waiting.connect()
  clients.push(waiting)
  const holders = async () => {
    await endSilentHolders(waiting, HELD, SILENT_AFTER_MS)
    const { rows } = await waiting.query<{ lock: number }>(
      `select l.objid::int as lock from pg_locks l where locktype = 'advisory' and granted
         and l.database = (select oid from pg_database where datname = current_database()) order by lock`,
    )
    return rows.map(({ lock }) => lock)
  }
  expect(await holders()).toEqual([1, 2, 3, 4, 5, 10])
  await expect.poll(holders, { timeout: 120_000 }).toEqual([4, 5, 10])
  await expect.poll(() => ended.toSorted()).toEqual(['silent', 'silent in a transaction'])
  for (const client of clients) await client.end()
}, 180_000)
