import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DomainLog, RecordedBatch } from '#commands/log/domain-log.ts'
import { rebuild } from '#projections/rebuild.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { applyBatch, drivenAt } from '#projections/engine/apply-batch.ts'
import { defineAll } from '#projections/engine/definition.ts'
import { servingTables } from '#projections/engine/table-sql.ts'
import { dump, engineDatabase, type EngineDatabase, talliesInMemory } from './engine.ts'
import { anyTally } from './histories.ts'
import { tallyModels } from './tallies.ts'

async function wholeLog(log: DomainLog, count: number): Promise<RecordedBatch> {
  for await (const batch of log.follow(0, new AbortController().signal)) {
    expect(batch.count).toBe(count)
    return batch
  }
  throw new Error('The log is empty')
}

/** Folds one batch after another as a runner does; a batch begins before each of these positions. */
async function foldInBatches({ pool }: EngineDatabase, all: RecordedBatch, cuts: readonly number[]) {
  const client = await pool.connect()
  const driven = defineAll(tallyModels).map((definition) =>
    drivenAt(client, definition, servingTables(definition.name), 0, new Set()),
  )
  const ends = [...new Set([...cuts, all.position])].sort((one, other) => one - other)
  let after = 0
  for (const end of ends) {
    const isIn = ({ position }: { position: number }) => position > after && position <= end
    const events = all.events.filter(isIn)
    const last = events.at(-1)
    const seconds = last === undefined ? [] : [{ second: `${last.recordedAt.slice(0, 19)}.000Z`, position: end }]
    await applyBatch(client, driven, { events, unread: [], seconds, position: end, count: end - after })
    after = end
  }
  client.release(true)
}

async function startOver({ pool }: EngineDatabase) {
  await pool.query('update read_model set position = 0')
  await pool.query('delete from tally; delete from tally_history; delete from tally_kind; delete from log_clock')
  await pool.query('delete from tally_step; delete from tally_step_history')
}

test('however the log is cut into batches, and however little memory a rebuild has, the tables are the same', async () => {
  const database = await engineDatabase()
  await prepareReadModels({ models: tallyModels, ...database })
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTally, { minLength: 1, maxLength: 80 }),
      fc.array(fc.nat(79)),
      fc.array(fc.nat(79)),
      fc.constantFrom(1, 40, 1_000_000),
      async (events, some, others, cellsInMemory) => {
        const { log, say } = talliesInMemory()
        for (const event of events) await say(event)
        const all = await wholeLog(log, events.length)
        const tables = []
        for (const cuts of [some, others, []]) {
          await startOver(database)
          const within = cuts.map((cut) => (cut % events.length) + 1)
          await foldInBatches(database, all, within)
          tables.push(await dump(database.pool, tallyModels))
        }
        const appRole = new URL(database.appUrl).username
        await rebuild({ log: splitLog(log, 3), models: tallyModels, appRole, cellsInMemory, ...database })
        tables.push(await dump(database.pool, tallyModels))
        expect(tables[0]?.['tally_step_history']).toEqual([])
        expect(tables[1]).toEqual(tables[0])
        expect(tables[2]).toEqual(tables[0])
        expect(tables[3]).toEqual(tables[0])
      },
    ),
    { numRuns: 12 },
  )
})

/** The same log in batches of so many events. */
function splitLog(log: DomainLog, size: number): DomainLog {
  return {
    ...log,
    async *follow(after, signal, types) {
      for await (const batch of log.follow(after, signal, types)) {
        const { events, seconds } = batch
        for (let start = 0; start + size < events.length; start += size) {
          const part = events.slice(start, start + size)
          yield { events: part, unread: [], position: part.at(-1)?.position ?? 0, count: part.length, seconds: [] }
          await new Promise((resolve) => setImmediate(resolve)) // or the consumer would get them as one
        }
        const rest = events.slice(events.length - (events.length % size || size))
        yield { events: rest, unread: [], position: batch.position, count: rest.length, seconds }
      }
    },
  }
}
