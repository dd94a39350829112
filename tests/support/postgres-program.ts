import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '#scripts/postgres/start-postgres.ts'

// A program of its own that supervises a Postgres in the folder it is given, for tests that kill it. Prints one line of
// JSON when the server takes connections; a Ctrl-C makes it ask the server once more before it stops it.
const [dataDir = ''] = process.argv.slice(2)
const postgres = await startPostgres({ dataDir, log: (line) => console.error(line) })
process.once('SIGINT', async () => {
  await delay(300) // Long enough for a server that was also hit by the signal to be gone.
  const client = new pg.Client(postgres.appUrl)
  await client.connect()
  const { rows } = await client.query<{ answer: number }>('select 42 as answer')
  await client.end()
  await postgres.stop()
  console.log(JSON.stringify(rows[0]))
  process.exit()
})
console.log(JSON.stringify({ appUrl: postgres.appUrl, ownerUrl: postgres.ownerUrl, pid: postgres.pid() }))
setInterval(() => undefined, 60_000)
