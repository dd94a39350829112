import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventLog } from '#commands/log/event-log.ts'
import { createMemoryKeys } from '#commands/log/memory-keys.ts'
import { createMemoryLog } from '#commands/log/memory-log.ts'
import { type Checkpoints, createMemoryCheckpoints } from '#commands/processes/checkpoints.ts'
import { runMoneyRecovery } from '#commands/money/processes/money-recovery.ts'
import { faultAt, FaultyAnswer, faultyLog } from '#tests/support/faulty-log.ts'
import { everything, startProcess, whatIsWrongWith } from './money-world.ts'
import { allocate, creditPool, placeOf } from './moves.ts'

const GRACE = 40
/** As long as it takes on a busy machine. */
const SOON = { timeout: 30_000, interval: 5 }
const place = placeOf('recovery')
let log: EventLog
let checkpoints: Checkpoints
let clock: number
/** How often the recovery has looked at the time: how often it has looked at what is open. */
let looks: number
let stop: AbortController
let running: Promise<void>
const errors: unknown[] = []
const keys = createMemoryKeys()

beforeEach(() => {
  log = createMemoryLog()
  checkpoints = createMemoryCheckpoints()
  clock = 1_000_000
  looks = 0
  stop = new AbortController()
  running = Promise.resolve()
  errors.length = 0
})
afterEach(async () => {
  stop.abort()
  await running
})

function recover(on: EventLog = log): void {
  stop = new AbortController()
  const now = () => ((looks += 1), clock)
  const onError = (error: unknown) => void errors.push(error)
  running = runMoneyRecovery({ ...startProcess(on, keys), checkpoints, graceMs: GRACE, now, onError }, stop.signal)
}
/** The pool is credited; the allocation is asked for, and its process dies before the debit. */
async function leaveHalfDone(): Promise<void> {
  await creditPool(startProcess(log, keys).handler, place)
  const dying = startProcess(faultyLog(log, faultAt(2, 'fail before')), keys)
  await expect(allocate(dying.handler, place)).rejects.toThrow(FaultyAnswer)
}
const words = async () => (await everything(startProcess(log, keys))).map(({ event }) => event.type)
const DONE = [
  'PoolCreditRequested',
  'WalletCredited',
  'FundingCompleted',
  'AllocationRequested',
  'WalletDebited',
  'WalletCredited',
  'FundingCompleted',
]

test('what a crash left is finished when the recovery starts, without waiting for its grace', async () => {
  await leaveHalfDone()
  recover()
  await expect.poll(words, SOON).toEqual(DONE)
  expect(whatIsWrongWith(await everything(startProcess(log, keys)))).toEqual([])
})

test('a move that begins while the recovery runs is left to its own handler for the grace, and finished after it', async () => {
  recover()
  await leaveHalfDone()
  clock += GRACE - 1
  const seen = looks
  await expect.poll(() => looks, SOON).toBeGreaterThan(seen + 10)
  expect(await words()).toEqual(DONE.slice(0, 4))
  clock += 1
  await expect.poll(words, SOON).toEqual(DONE)
})

test('the checkpoint never passes an open move, so that the next recovery finds it', async () => {
  await leaveHalfDone()
  const down: EventLog = { ...log, append: () => Promise.reject(new Error('down')) }
  recover(down)
  await expect.poll(() => errors.length, SOON).toBeGreaterThan(0)
  await expect.poll(() => checkpoints.get('money-recovery'), SOON).toBe(3)
  stop.abort()
  await running
  expect(await words()).toEqual(DONE.slice(0, 4))
  expect(await checkpoints.get('money-recovery')).toBe(3)
  recover()
  await expect.poll(words, SOON).toEqual(DONE)
  await expect.poll(() => checkpoints.get('money-recovery'), SOON).toBe(7)
})

test('an error is told, and the move is tried again', async () => {
  await leaveHalfDone()
  recover(faultyLog(log, faultAt(1, 'lose answer')))
  await expect.poll(() => errors, SOON).toEqual([expect.any(FaultyAnswer)])
  clock += GRACE
  await expect.poll(words, SOON).toEqual(DONE)
})

test('what is done is not touched again by a recovery that starts from nothing', async () => {
  await leaveHalfDone()
  recover()
  await expect.poll(words, SOON).toEqual(DONE)
  stop.abort()
  await running
  checkpoints = createMemoryCheckpoints()
  recover()
  await expect.poll(() => checkpoints.get('money-recovery'), SOON).toBe(7)
  expect(await words()).toEqual(DONE)
  expect(errors).toEqual([])
})
