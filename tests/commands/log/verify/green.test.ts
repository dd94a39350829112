import { createPool } from '#commands/postgres.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { postgresRows } from '#commands/log/verify/rows.ts'
import { verifyLog } from '#commands/log/verify/verify.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { kobo } from '#domain/kernel/money.ts'
import { command } from '#tests/support/command.ts'
import { TEST_EVENT_KEYS } from '#tests/support/test-secrets.ts'
import { openSealedLog, type SealedLog } from '#tests/commands/log/seals/sealed-log.ts'
import { type Forger, openForger } from './forger.ts'

let forger: Forger
beforeAll(async () => {
  forger = await openForger()
})
afterEach(() => forger.putBack())
afterAll(() => forger.end())

test('a log that nobody touched is green, and says what it has', async () => {
  const verified = await forger.verify()
  expect(verified).toMatchObject({ events: 48, head: 48, notes: [] })
  expect(verified.differences[0]).toBeUndefined()
  expect(verified.seals).toEqual({ inLog: 4, inFile: 4, sealedTo: 40 })
  expect(verified.money).toMatchObject({ trialBalance: 0, inTransit: { count: 0, amount: 0 }, wallets: 4 })
})

test('a log whose people were erased stays green', async () => {
  for (const name of ['one', 'two']) await forger.sealed.keys.destroy(`patient-of-${name}`)
  const bill = forger.events.find(({ type }) => type === 'TransactionBillingRequested')
  const [read] = await forger.sealed.domainLog.read(bill?.stream ?? '')
  expect(read?.event.data).toMatchObject({ comment: '[erased]' })
  expect(await forger.difference()).toBeUndefined()
})

test('an empty log is green, and says that it has no seal', async () => {
  const other = await openSealedLog()
  const rows = createPool(other.appUrl, { name: 'test', patience: 'hours', max: 1, types: logTypes })
  const verified = await verifyLog({
    ...{ rows: postgresRows(rows), sealKeys: [other.publicKey], sealFile: sealFileIn(other.folder) },
    eventKeys: TEST_EVENT_KEYS,
  })
  expect(verified).toMatchObject({ events: 0, notes: [expect.stringContaining('no seal yet')] })
  expect(verified.differences[0]).toBeUndefined()
  await rows.end()
  await other.cleanUp()
})

test('money in transit is said, and is no difference', async () => {
  const { handler } = forger.sealed
  const stuck = { ...handler, log: { ...handler.log, append: appendThrice(handler.log.append) } }
  const allocation = command('RequestAllocation', { coeId: 'uch', amount: kobo(2_000) })
  await expect(moveFunds(stuck, 'late', allocation)).rejects.toThrow('crash')
  const verified = await forger.verify()
  expect(verified.differences[0]).toBeUndefined()
  expect(verified.money.inTransit).toEqual({ count: 1, amount: 2_000 })
})

function appendThrice(append: SealedLog['handler']['log']['append']): SealedLog['handler']['log']['append'] {
  let calls = 0
  return (...given) => {
    calls += 1
    if (calls > 3) throw new Error('crash')
    return append(...given)
  }
}
