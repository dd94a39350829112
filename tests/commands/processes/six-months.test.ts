import pg from 'pg'
import { expect, test } from 'vitest'
import { handle } from '#commands/handle.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { type BulkEvent, bulkLoad } from '#commands/log/postgres/bulk-load.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { command } from '#tests/support/command.ts'
import { parcel, waiting } from './parcels.ts'
import { parcelLog, parcelWorld, SOON } from './world.ts'

const BETWEEN = 1_000_000
const STREAMS = 1_000

/** What happens between: of no interest to the process, and to be read all the same. */
function* manyEvents(): Generator<BulkEvent> {
  for (let n = 0; n < BETWEEN; n += 1) {
    const stream = `noise-${n % STREAMS}`
    const revision = Math.floor(n / STREAMS)
    const id = `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
    yield { stream, revision, id, type: 'ParcelSeen', data: '{}', meta: '{}' }
  }
}

/** Counts what followers are given. */
function counted(log: EventLog) {
  const read = { events: 0, from: [] as number[] }
  const counting: EventLog = {
    ...log,
    async *follow(after, signal) {
      read.from.push(after)
      for await (const batch of log.follow(after, signal)) {
        read.events += batch.length
        yield batch
      }
    },
  }
  return { ...parcelLog(counting), read }
}

test('an item that is open with a million events behind it costs nothing at a restart, and ends when its event comes', async () => {
  const world = await parcelWorld()
  const { hostname: host, port, pathname, username: user, password } = new URL(world.database.appUrl)
  const connection = { host, port: Number(port), database: pathname.slice(1), user, password }
  const store = createPostgresLog({ connection })
  const writing = parcelLog(store)
  const untilAt = async (position: number) => {
    while ((await world.at('waiting')) !== position) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const first = await world.run({ ...counted(store), definitions: [waiting] })
  await handle(writing.handler, parcel, 'old', command('Send', { to: 'somebody-old', can: 'arrive' } as const))
  await untilAt(1)
  await first.stop()

  const owner = new pg.Pool({ connectionString: world.database.superuserUrl, max: 1 })
  await bulkLoad(owner, manyEvents())
  await owner.end()
  const passing = counted(store)
  const second = await world.run({ ...passing, definitions: [waiting] })
  await untilAt(1 + BETWEEN)
  expect(passing.read.events).toBe(BETWEEN)
  await second.stop()
  expect(await world.items()).toMatchObject([{ key: 'parcel-old', attempts: 0, is_dead: false }])

  const third = counted(store)
  await world.run({ ...third, definitions: [waiting] })
  expect(third.read).toEqual({ events: 0, from: [1 + BETWEEN] })
  await handle(writing.handler, parcel, 'old', command('Arrive', {}))
  await expect.poll(world.items, SOON).toEqual([])
  expect(third.read.events).toBe(1)
  await store.close()
}, 240_000)
