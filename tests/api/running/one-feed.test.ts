import { expect, test } from 'vitest'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { kobo } from '#domain/kernel/money.ts'
import { NEVER_SEALED, startTestApp } from '#tests/support/app.ts'
import { command } from '#tests/support/command.ts'

/** Nothing is checked of it: the start looks, and says that it could not. */
const noRows = () => {
  throw new Error('No rows')
}

test('a whole portal, with its read models, processes and sealer, reads each event of the log once', async () => {
  const memory = createMemoryLog()
  const read: number[] = []
  let following = 0
  const counting: EventLog = {
    ...memory,
    async *follow(after, signal) {
      following += 1
      try {
        for await (const batch of memory.follow(after, signal)) {
          read.push(...batch.map(({ position }) => position))
          yield batch
        }
      } finally {
        following -= 1
      }
    },
  }
  // A log of its own for the portal, of which we see what is read.
  const app = await startTestApp({
    eventStore: { open: () => counting, openRows: noRows },
    sealing: { ...NEVER_SEALED, everyEvents: 9 },
  })
  const taken = async () =>
    (await app.context.pool.query('select min(position) as position from process_checkpoint')).rows[0]?.position
  await expect.poll(taken).toBe(0)
  // The first of the three begins the feed; while one of them follows, the others join it, however late they come.
  await expect.poll(() => following).toBe(1)
  const before = read.length
  for (let n = 1; n <= 3; n += 1)
    await moveFunds(
      app.context.handler,
      `gift-${n}`,
      command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) }),
    )
  await expect.poll(() => app.context.log.head()).toBe(13) // four of each gift, and the seal
  expect(await app.context.caughtUp(13)).toBe(true)
  await expect.poll(taken).toBe(13)
  expect(before).toBe(0)
  expect(read.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 13 }, (_, n) => n + 1))
  await app.end()
})
