import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPostgresTurns } from '#api/idempotency/turns.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const turns = () => createPostgresTurns({ connectionString: database.appUrl, application_name: 'turns under test' })

test('one at a time, within a process and between two', async () => {
  const processes = [turns(), turns()]
  let [inside, most, ran] = [0, 0, 0]
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const end = await processes[index % 2]?.take(7n)
      inside += 1
      most = Math.max(most, inside)
      await new Promise((resolve) => setImmediate(resolve))
      ran += 1
      inside -= 1
      await end?.()
    }),
  )
  expect([most, ran]).toEqual([1, 40])
  await Promise.all(processes.map((each) => each.close()))
})

test('other names do not wait', async () => {
  const [one, other] = [turns(), turns()]
  const ends = await Promise.all([one.take(1n), one.take(2n), other.take(3n)])
  expect(ends.every((end) => end !== undefined)).toBe(true)
  await Promise.all([one.close(), other.close()])
})

test('the turn of a process whose connection is gone is free, and it takes new ones', async () => {
  const [killed, heir] = [turns(), turns()]
  const end = await killed.take(9n)
  const superuser = new pg.Client(database.superuserUrl)
  await superuser.connect()
  await superuser.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'turns under test'",
  )
  await superuser.end()
  const inherited = await heir.take(9n)
  expect(inherited).toBeDefined()
  await end?.()
  await inherited?.()
  const anew = await killed.take(9n)
  expect(anew).toBeDefined()
  await Promise.all([killed.close(), heir.close()])
})
