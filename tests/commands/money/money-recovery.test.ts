import { afterEach, beforeEach, expect, test } from 'vitest'
import { moneyEvents } from '#domain/money/events.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { createPool } from '#commands/postgres.ts'
import { moneyProcesses } from '#commands/money/processes/money-processes.ts'
import { GRACE_MS } from '#commands/money/processes/own-move.ts'
import { runProcesses } from '#commands/processes/runner.ts'
import { createRowMacs } from '#commands/row-macs.ts'
import { createSoleTurns } from '#commands/sole-turn.ts'
import { askDatabase } from '#tests/support/ask-database.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { faultAt, FaultyAnswer, faultyLog } from '#tests/support/faulty-log.ts'
import { recordedIn } from '#tests/support/memory-world.ts'
import { startProcess, whatIsWrongWith } from './money-world.ts'
import { allocate, creditPool, placeOf } from './moves.ts'

/** As long as it takes on a busy machine. */
const SOON = { timeout: 30_000, interval: 5 }
const place = placeOf('recovery')
let database: TestDatabase
let log: EventLog
let clock: number
/** How often the runner has looked at the time: how often it has looked at what is open. */
let looks: number
let stop: AbortController
let running: Promise<void>
const errors: unknown[] = []
const keys = createMemoryKeys()
const macs = createRowMacs('ab'.repeat(32))

beforeEach(async () => {
  database = await freshDatabase()
  log = createMemoryLog()
  clock = 1_000_000
  looks = 0
  stop = new AbortController()
  running = Promise.resolve()
  errors.length = 0
})
afterEach(async () => {
  stop.abort()
  await running
  await database.drop()
})

function recover(on: EventLog = log): void {
  stop = new AbortController()
  const now = () => ((looks += 1), clock)
  const report = (_: string, error: unknown) => void errors.push(error)
  const takeTurn = createSoleTurns(database.appUrl, 'test')
  const given = { definitions: moneyProcesses, macs, takeTurn, now, report, lookEvery: 10 }
  running = runProcesses({ ...startProcess(on, keys), ...given }, stop.signal)
}
/** The pool is credited; the allocation is asked for, and its process dies before the debit. */
async function leaveHalfDone(): Promise<void> {
  await creditPool(startProcess(log, keys).handler, place)
  const dying = startProcess(faultyLog(log, faultAt(3, 'fail before')), keys)
  await expect(allocate(dying.handler, place)).rejects.toThrow(FaultyAnswer)
}
const words = async () => (await recordedIn(startProcess(log, keys))).map(({ event }) => event.type)
const DONE = [
  'FundingCounted',
  'PoolCreditRequested',
  'WalletCredited',
  'FundingCompleted',
  'FundingCounted',
  'AllocationRequested',
  'WalletDebited',
  'WalletCredited',
  'FundingCompleted',
]

/** What was decided before them has happened: they cannot fail for lack of money (docs/decisions/0100, 0107). */
const FORWARD_ONLY = ['reversal', 'raising disputes', 'ending disputes', 'finishing invoices']

test('every event that begins a move is known to a process, and every such move has both its ways', () => {
  const opening = Object.keys(moneyEvents).filter((type) => /Requested$/.test(type))
  const known = moneyProcesses.flatMap(({ on }) => Object.keys(on))
  expect(known).toEqual(expect.arrayContaining(opening))
  expect(moneyProcesses.filter(({ work }) => work?.forward === undefined)).toEqual([])
  expect(moneyProcesses.filter(({ work }) => work?.back === undefined).map(({ name }) => name)).toEqual(FORWARD_ONLY)
})

test('what a crash left is finished when the recovery starts, without waiting for its grace', async () => {
  await leaveHalfDone()
  recover()
  await expect.poll(words, SOON).toEqual(DONE)
  expect(whatIsWrongWith(await recordedIn(startProcess(log, keys)))).toEqual([])
})

test('a move that begins while the recovery runs is left to its own handler for the grace, and finished after it', async () => {
  recover()
  await expect.poll(() => looks, SOON).toBeGreaterThan(0)
  await leaveHalfDone()
  clock += GRACE_MS - 1
  const seen = looks
  await expect.poll(() => looks, SOON).toBeGreaterThan(seen + 10)
  expect(await words()).toEqual(DONE.slice(0, 6))
  clock += GRACE_MS
  await expect.poll(words, SOON).toEqual(DONE)
})

test('a move that cannot be finished holds up no checkpoint, and the next recovery finds it', async () => {
  const pool = createPool(database.appUrl, { name: 'test', patience: 'call', max: 1 })
  const checkpoint = async () =>
    Number((await pool.query("select position from process_checkpoint where name = 'funding'")).rows[0]?.position)
  const open = async () => (await pool.query("select key from process_item where process = 'funding'")).rowCount
  await leaveHalfDone()
  const down: EventLog = { ...log, append: () => Promise.reject(new Error('down')) }
  recover(down)
  await expect.poll(() => errors.length, SOON).toBeGreaterThan(0)
  await expect.poll(checkpoint, SOON).toBe(6)
  stop.abort()
  await running
  expect(await words()).toEqual(DONE.slice(0, 6))
  expect(await open()).toBe(1)
  recover()
  await expect.poll(words, SOON).toEqual(DONE)
  await expect.poll(checkpoint, SOON).toBe(9)
  expect(await open()).toBe(0)
  await pool.end()
})

test('an error is told, and the move is tried again', async () => {
  await leaveHalfDone()
  recover(faultyLog(log, faultAt(1, 'lose answer')))
  await expect.poll(() => errors, SOON).toEqual([expect.any(FaultyAnswer)])
  clock += GRACE_MS
  await expect.poll(words, SOON).toEqual(DONE)
})

test('what is done is not touched again by a recovery that starts from nothing', async () => {
  await leaveHalfDone()
  recover()
  await expect.poll(words, SOON).toEqual(DONE)
  stop.abort()
  await running
  const pool = createPool(database.appUrl, { name: 'test', patience: 'call', max: 1 })
  await askDatabase(database.ownerUrl, (owner) => owner.query('delete from process_checkpoint'))
  recover()
  const checkpoint = async () =>
    Number((await pool.query("select position from process_checkpoint where name = 'funding'")).rows[0]?.position)
  await expect.poll(checkpoint, SOON).toBe(9)
  expect(await words()).toEqual(DONE)
  expect(errors).toEqual([])
  await pool.end()
})
