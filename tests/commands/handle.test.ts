import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CommandIdReused, createHandler, handle, type Handler, load, wasHandled } from '../../commands/handle.ts'
import { type EventLog, LogUnavailable, RevisionConflict } from '../../commands/log/event-log.ts'
import { createMemoryLog } from '../../commands/log/memory-log.ts'
import { emailClaim } from '../../domain/email-claim/email-claim.ts'
import { kobo } from '../../domain/kernel/money.ts'
import type { WalletEvent } from '../../domain/wallet/events.ts'
import { wallet } from '../../domain/wallet/wallet.ts'
import { command } from '../support/command.ts'
import { type Fault, faultAt, FaultyAnswer, faultyLog } from '../support/faulty-log.ts'
import { createMemoryWorld, type MemoryWorld, recordedIn } from '../support/memory-world.ts'

const movement = (transferId: string, amount: number) => ({ transferId, amount: kobo(amount), counterAccount: 'pool' })
const credit = (transferId: string, amount: number, over = {}) =>
  command('CreditWallet', movement(transferId, amount), over)
const debit = (transferId: string, amount: number, over = {}) =>
  command('DebitWallet', movement(transferId, amount), over)
const on = ({ handler }: { handler: Handler }, id = 'pool') => ({
  run: (given: ReturnType<typeof credit> | ReturnType<typeof debit>) => handle(handler, wallet, id, given),
  balance: async () => (await load(handler, wallet, id)).balance,
})
const eventsIn = async (world: MemoryWorld) => (await recordedIn(world)).map(({ event }) => event as WalletEvent)

/** A log that lets something happen between the decision and each append, while it has something left to do. */
function interrupted(log: EventLog, interruptions: (() => Promise<unknown>)[]): EventLog {
  return {
    ...log,
    async append(stream, expectedRevision, events) {
      await interruptions.shift()?.()
      return log.append(stream, expectedRevision, events)
    },
  }
}

describe('on a conflict', () => {
  test('the stream is read on and the command decided again on what it finds', async () => {
    const other = createMemoryWorld()
    await on(other).run(credit('t1', 100))
    const interruptions = [() => on(other).run(debit('t2', 80))]
    const world = createMemoryWorld({ ...other, wrap: (log) => interrupted(log, interruptions) })
    const late = await on(world).run(debit('t3', 80))
    expect(late).toMatchObject({ outcome: 'done', revision: 2, state: { balance: 20 } })
    expect((await eventsIn(world)).map(({ type }) => type)).toEqual([
      'WalletCredited',
      'WalletDebited',
      'WalletDebitRefused',
    ])
  })

  test('after conflict upon conflict the command is still decided, once', async () => {
    const other = createMemoryWorld()
    const interruptions = Array.from({ length: 20 }, (_, n) => () => on(other).run(credit(`other-${n}`, 1)))
    const world = createMemoryWorld({ ...other, wrap: (log) => interrupted(log, interruptions) })
    expect(await on(world).run(credit('mine', 100))).toMatchObject({ revision: 20, state: { balance: 120 } })
  })

  test('without end, the conflict is thrown and nothing is written', async () => {
    const conflicting = (log: EventLog): EventLog => ({
      ...log,
      append: (stream, expected) => Promise.reject(new RevisionConflict(stream, expected)),
    })
    const world = createMemoryWorld({ wrap: conflicting })
    await expect(on(world).run(credit('t1', 1))).rejects.toThrow(RevisionConflict)
    expect(await on(world).balance()).toBe(0)
  })

  test('another error of the log is not tried again', async () => {
    let appends = 0
    const world = createMemoryWorld({
      wrap: (log) => ({ ...log, append: () => Promise.reject(new Error(`down ${(appends += 1)}`)) }),
    })
    await expect(on(world).run(credit('t1', 1))).rejects.toThrow('down 1')
    expect(appends).toBe(1)
  })
})

describe('a command id', () => {
  test('that comes twice has one effect, and the second answer points at the first one’s place', async () => {
    const world = createMemoryWorld()
    const given = credit('t1', 100)
    const first = await on(world).run(given)
    await on(world).run(credit('t2', 5))
    const second = await on(world).run(given)
    expect(first).toMatchObject({ outcome: 'done', position: 1 })
    expect(second).toMatchObject({ outcome: 'done', position: 1, state: { balance: 105 } })
    expect(await eventsIn(world)).toHaveLength(2)
  })

  test('is remembered across a restart, by the log alone', async () => {
    const before = createMemoryWorld()
    const given = debit('t1', 100) // a refused debit changes no balance: only the id can tell
    await on(before).run(given)
    const after = createMemoryWorld(before)
    expect(await on(after).run(given)).toMatchObject({ outcome: 'done', position: 1 })
    expect(await eventsIn(after)).toHaveLength(1)
    expect(await wasHandled(after.handler, wallet, 'pool', given.id)).toBe(true)
    expect(await wasHandled(after.handler, wallet, 'pool', 'another id')).toBe(false)
  })

  test('that comes many times at once has one effect', async () => {
    const world = createMemoryWorld()
    const given = credit('t1', 100)
    const all = await Promise.all(Array.from({ length: 10 }, () => on(world).run(given)))
    for (const one of all) expect(one).toMatchObject({ outcome: 'done', position: 1 })
    expect(await eventsIn(world)).toHaveLength(1)
  })

  test('that comes twice at once on a busy stream has one effect and no error', async () => {
    const other = createMemoryWorld()
    const given = credit('mine', 100)
    // Between the decision and the append, somebody else writes, and so does the same command through another process.
    const interruptions = [
      () =>
        on(other)
          .run(credit('other', 1))
          .then(() => on(other).run(given)),
    ]
    const world = createMemoryWorld({ ...other, wrap: (log) => interrupted(log, interruptions) })
    expect(await on(world).run(given)).toMatchObject({ outcome: 'done', position: 2, state: { balance: 101 } })
    expect(await eventsIn(world)).toHaveLength(2)
  })

  test.each([
    ['other data', (id: string) => credit('t1', 101, { id })],
    ['another type', (id: string) => debit('t1', 100, { id })],
    ['another person', (id: string) => credit('t1', 100, { id, by: 'user-2' })],
  ])('that comes again with %s is refused as reused, before and after a restart', async (_, again) => {
    const world = createMemoryWorld()
    const given = credit('t1', 100)
    await on(world).run(given)
    await expect(on(world).run(again(given.id))).rejects.toThrow(CommandIdReused)
    await expect(on(createMemoryWorld(world)).run(again(given.id))).rejects.toThrow(CommandIdReused)
    expect(await eventsIn(world)).toHaveLength(1)
  })

  test('that comes at once with other data is refused as reused', async () => {
    const world = createMemoryWorld()
    const given = credit('t1', 100)
    const both = await Promise.allSettled([on(world).run(given), on(world).run(credit('t1', 101, { id: given.id }))])
    expect(both[0]).toMatchObject({ status: 'fulfilled' })
    expect(both[1]).toMatchObject({ status: 'rejected', reason: expect.any(CommandIdReused) })
    expect(await on(world).balance()).toBe(100)
  })

  test('that comes later in the day, or by another way, is the same command', async () => {
    const world = createMemoryWorld()
    const given = credit('t1', 100)
    await on(world).run(given)
    const later = { ...given, at: '2026-03-02T17:00:00.000Z', origin: { ...given.origin, correlationId: 'another' } }
    expect(await on(world).run(later)).toMatchObject({ outcome: 'done', position: 1 })
  })
})

describe('the same command through two processes at once', () => {
  // The request and the process that finishes what a crash left: one id, one effect, and metadata of their own.
  const given = credit('mine', 100)
  const recovered = { ...given, origin: { ...given.origin, roles: ['PROCESS'], correlationId: 'recovery' } }
  const afterTheFirst = () => {
    const other = createMemoryWorld()
    const interruptions = [() => on(other).run(given)]
    return createMemoryWorld({ ...other, wrap: (log) => interrupted(log, interruptions) })
  }

  test('leaves a chain of hashes that the next event of either goes on with', async () => {
    const world = afterTheFirst()
    expect(await on(world).run(recovered)).toMatchObject({ outcome: 'done', position: 1, revision: 0 })
    await on(world).run(credit('next', 1))
    const recorded = await recordedIn(world)
    expect(recorded.map(({ meta }) => meta.prev)).toEqual(['', recorded[0]?.meta.hash])
    expect(recorded[0]?.meta.correlationId).toBe(given.id)
  })

  test('with other data that make the same event is refused as reused', async () => {
    const world = afterTheFirst()
    const fixed: typeof wallet = {
      ...wallet,
      decide: (asked, state) => wallet.decide({ ...asked, data: given.data }, state),
    }
    await expect(handle(world.handler, fixed, 'pool', { ...credit('other', 7), id: given.id })).rejects.toThrow(
      CommandIdReused,
    )
    expect(await eventsIn(world)).toHaveLength(1)
    expect(await on(world).balance()).toBe(100)
  })
})

describe('a refusal', () => {
  test('writes nothing, and its id may be tried again', async () => {
    const world = createMemoryWorld()
    const id = '00000000-0000-7000-8000-aaaaaaaaaaaa'
    expect(await on(world).run(credit('t1', 0, { id }))).toMatchObject({
      outcome: 'refused',
      refusal: { refused: 'wallet_amount_not_positive' },
      state: { balance: 0 },
    })
    expect(await world.log.head()).toBe(0)
    expect(await on(world).run(credit('t1', 5, { id }))).toMatchObject({ outcome: 'done' })
  })
})

/** A log that counts, and says from where it was read. */
function countingLog(log: EventLog) {
  const calls = { readFrom: [] as number[], appends: 0 }
  const counting: EventLog = {
    ...log,
    async read(stream, from = 0) {
      calls.readFrom.push(from)
      return log.read(stream, from)
    },
    async append(stream, expectedRevision, events) {
      calls.appends += 1
      return log.append(stream, expectedRevision, events)
    },
  }
  return { counting, calls }
}
function countedWorld(base = createMemoryWorld()) {
  const { counting, calls } = countingLog(createMemoryLog({ store: base.store }))
  return { world: createMemoryWorld({ ...base, wrap: () => counting }), calls }
}

describe('calls on one stream', () => {
  test('go one after the other: a hundred at once read once and are never in conflict', async () => {
    const { world, calls } = countedWorld()
    const all = await Promise.all(Array.from({ length: 100 }, (_, n) => on(world).run(credit(`t${n}`, 1))))
    expect(all.map((one) => one.outcome === 'done' && one.revision)).toEqual(Array.from({ length: 100 }, (_, n) => n))
    expect(calls).toEqual({ readFrom: [0], appends: 100 })
  })

  test('of which one fails let the next go on', async () => {
    const world = createMemoryWorld({ wrap: (log) => faultyLog(log, faultAt(1, 'fail before')) })
    const both = await Promise.allSettled([on(world).run(credit('t1', 1)), on(world).run(credit('t2', 1))])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  test('fail together when no log answers, instead of each waiting as long again; those on others try for themselves', async () => {
    let appends = 0
    const away = (log: EventLog): EventLog => ({
      ...log,
      async append() {
        appends += 1
        await new Promise(setImmediate)
        throw new LogUnavailable(new Error('nobody leads'))
      },
    })
    const world = createMemoryWorld({ wrap: away })
    const calls = ['a', 'a', 'a', 'b'].map((id, n) => on(world, id).run(credit(`t${n}`, 1)))
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: expect.any(LogUnavailable) })
    }
    expect(appends).toBe(2)
    await expect(on(world, 'a').run(credit('t9', 1))).rejects.toThrow(LogUnavailable)
    expect(appends).toBe(3)
  })
})

describe('the cache of folded states', () => {
  test('is decided on without reading, and read on from where another process overtook it', async () => {
    const { world, calls } = countedWorld()
    await on(world).run(credit('t1', 100))
    await on(world).run(debit('t2', 10))
    expect(calls).toEqual({ readFrom: [0], appends: 2 })
    await on(createMemoryWorld(world)).run(debit('other', 80))
    expect(await on(world).run(debit('t3', 80))).toMatchObject({ revision: 3, state: { balance: 10 } })
    expect((await eventsIn(world)).at(-1)?.type).toBe('WalletDebitRefused')
    expect(calls).toEqual({ readFrom: [0, 2], appends: 4 })
  })

  test('says no, or that nothing is to be done, only after a look at the log', async () => {
    const { world, calls } = countedWorld()
    const claim = (userId: string) => handle(world.handler, emailClaim, 'e', command('ClaimEmail', { userId }))
    await claim('ada')
    expect(await claim('bola')).toMatchObject({ outcome: 'refused' })
    expect(calls.readFrom).toEqual([0, 1])
    const takeOver = command('TakeOverEmail', { userId: 'bola', from: 'ada' })
    await handle(createMemoryWorld(world).handler, emailClaim, 'e', takeOver)
    expect(await claim('bola')).toMatchObject({ outcome: 'done', state: { holder: 'bola' } })
    expect(await claim('ada')).toMatchObject({ outcome: 'refused', state: { holder: 'bola' } })
    expect(calls).toEqual({ readFrom: [0, 1, 1, 2], appends: 1 })
  })

  test('never serves what another process has overtaken', async () => {
    const one = createMemoryWorld()
    const two = createMemoryWorld(one)
    await on(one).run(credit('t1', 100))
    expect(await on(two).balance()).toBe(100)
    await on(one).run(debit('t2', 70))
    expect(await on(two).balance()).toBe(30)
    expect(await on(two).run(debit('t3', 31))).toMatchObject({ state: { balance: 30 } })
    expect((await eventsIn(two)).at(-1)?.type).toBe('WalletDebitRefused')
  })

  test.each<Fault>(['fail before', 'lose answer'])('is right after an append that came to %s', async (fault) => {
    const world = createMemoryWorld({ wrap: (log) => faultyLog(log, faultAt(2, fault)) })
    await on(world).run(credit('t1', 100))
    const given = debit('t2', 60)
    await expect(on(world).run(given)).rejects.toThrow(FaultyAnswer)
    expect(await on(world).balance()).toBe(fault === 'lose answer' ? 40 : 100)
    expect(await on(world).run(given)).toMatchObject({ outcome: 'done', state: { balance: 40 } })
    expect(await eventsIn(world)).toHaveLength(2)
  })

  test('folds an append once, when another call reads it before the writer has its answer', async () => {
    let look: () => Promise<unknown> = () => Promise.resolve()
    const looking = (log: EventLog): EventLog => ({
      ...log,
      async append(stream, expectedRevision, events) {
        const appended = await log.append(stream, expectedRevision, events)
        await look()
        return appended
      },
    })
    const world = createMemoryWorld({ wrap: looking })
    look = () => on(world).balance()
    expect(await on(world).run(credit('t1', 100))).toMatchObject({ state: { balance: 100 } })
    expect(await on(world).balance()).toBe(100)
  })

  test('holds no more streams than it may, and forgetting one changes nothing', async () => {
    const world = createMemoryWorld()
    const small = { handler: createHandler(world.log, { streams: 2, commands: 5 }) }
    for (let round = 0; round < 3; round += 1) {
      for (const id of ['a', 'b', 'c', 'd']) await on(small, id).run(credit(`${id}-${round}`, 10))
      expect(small.handler.states.size().streams).toBeLessThanOrEqual(2)
      expect(small.handler.states.size().commands).toBeLessThanOrEqual(5)
    }
    for (const id of ['a', 'b', 'c', 'd']) expect(await on(small, id).balance()).toBe(30)
  })

  test('agrees with the log after any interleaving of processes, repeats and faults', async () => {
    const anyRun = fc.record({
      process: fc.nat({ max: 2 }),
      transfer: fc.nat({ max: 8 }),
      amount: fc.integer({ min: 1, max: 50 }),
      isCredit: fc.boolean(),
    })
    const anyFaults = fc.array(fc.constantFrom<Fault>('pass', 'pass', 'fail before', 'lose answer'), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyRun, { maxLength: 5 }), { maxLength: 8 }),
        anyFaults,
        async (rounds, faults) => {
          const first = createMemoryWorld()
          const worlds = [0, 1, 2].map(() =>
            createMemoryWorld({ ...first, wrap: (log) => faultyLog(log, (append) => faults[append] ?? 'pass') }),
          )
          for (const round of rounds) {
            const running = round.map(({ process, transfer, amount, isCredit }) =>
              on(worlds[process] ?? first).run((isCredit ? credit : debit)(`t${transfer}`, amount)),
            )
            await Promise.allSettled(running)
          }
          const events = await eventsIn(createMemoryWorld(first))
          const transfers = events.map(({ data }) => data.transferId)
          expect(new Set(transfers).size).toBe(transfers.length)
          let balance = 0
          for (const { type, data } of events) {
            if (type === 'WalletCredited') balance += data.amount
            if (type === 'WalletDebited') balance -= data.amount
            expect(balance).toBeGreaterThanOrEqual(0)
          }
          for (const world of worlds) expect(await on(world).balance()).toBe(balance)
        },
      ),
      { numRuns: 200 },
    )
  })
})
