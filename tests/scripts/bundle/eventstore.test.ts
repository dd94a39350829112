import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventStoreLog } from '#commands/log/eventstore/log.ts'
import type { About } from '#scripts/bundle/about.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { type EventStoreServer, startEventStoreServer } from '#tests/support/eventstore-server.ts'
import { linesOf, openSealedBook, type SealedBook, textOf } from './sealed-book.ts'

let server: EventStoreServer
let book: SealedBook
beforeAll(async () => {
  server = await startEventStoreServer()
  book = await openSealedBook(createEventStoreLog({ url: server.url }))
  for (const name of ['one', 'two', 'three']) {
    await book.write(name)
    await book.seal()
  }
})
afterAll(async () => {
  await book.end()
  await server.close()
})

test('a log in EventStoreDB, whose positions have gaps, gives bundles that hold', async () => {
  const [first] = await book.log.read('wallet-pool', 0, 1)
  const day = lagosDay(first?.recordedAt ?? '')
  const abouts: readonly About[] = [{ wallet: 'pool' }, { payment: 'payment-two' }, { from: day, to: day }]
  for (const about of abouts) {
    const { path, behind } = await book.bundle(about)
    const lines = await linesOf(path)
    expect(await book.check(textOf(lines))).toMatchObject({ about, says: expect.stringContaining('none is missing') })
    expect(behind.count).toBe(0)
    const without = lines.toSpliced(lines.findLastIndex((line) => line.startsWith('{"event"')) - 1, 1)
    expect(await book.check(textOf(without))).toMatchObject({ code: 3 })
  }
})
