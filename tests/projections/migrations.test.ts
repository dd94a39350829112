import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '#commands/postgres.ts'
import { showThatItGoesOn } from '#commands/silent-holder.ts'
import { migrate } from '#projections/migrations/migrate.ts'
import { freshDatabase } from '#tests/support/database.ts'

async function databaseAndClient(whose: 'ownerUrl' | 'superuserUrl') {
  const database = await freshDatabase()
  const client = createClient(database[whose], { name: 'test', patience: 'hours' })
  await client.connect()
  onTestFinished(async () => {
    await client.end().catch(() => undefined)
    await database.drop()
  })
  const said: string[] = []
  const start = () =>
    migrate(database.ownerUrl, new URL(database.appUrl).username, (message) => void said.push(message))
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { client, start, said, pid: rows[0]?.pid }
}

test('a start that waits for another says for whom, and goes on when that one has ended', async () => {
  const { client, start, said, pid } = await databaseAndClient('ownerUrl')
  await client.query("select pg_advisory_lock(hashtext('migrate'))")
  showThatItGoesOn(client)
  const started = start()
  await expect
    .poll(() => said)
    .toEqual([expect.stringMatching(`waits for it: process ${pid} of the database, connected`)])
  await client.end()
  await started
})

test('a start that stands still loses its turn to the next', async () => {
  const { client, start, said } = await databaseAndClient('ownerUrl')
  await client.query("select pg_advisory_lock(hashtext('migrate'))")
  const ended = new Promise((resolve) => client.once('end', resolve))
  await start()
  await ended
  expect(said).toHaveLength(1)
}, 180_000)

test('a start that waits in vain for a table ends with who holds it and what to do, and the next one goes on', async () => {
  const { client, start, pid } = await databaseAndClient('superuserUrl')
  await start()
  await client.query('begin')
  await client.query('lock table kysely_migration in access exclusive mode')
  await expect(start()).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(`kysely_migration by process ${pid}.* Then start again`),
  })
  await client.query('rollback')
  await start()
}, 180_000)
