import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHandler, handle } from '#commands/handle.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import { command } from '#tests/support/command.ts'
import { type Fault, faultAt, FaultyAnswer, faultyLog } from '#tests/support/faulty-log.ts'
import { createMemoryWorld } from '#tests/support/memory-world.ts'
import { countedWorld, credit, debit, eventsIn, on } from './wallets.ts'

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
    const claim = (userId: string) => handle(world.handler, emailClaim, 'e', command('Claim', { userId }))
    await claim('ada')
    expect(await claim('bola')).toMatchObject({ outcome: 'refused' })
    expect(calls.readFrom).toEqual([0, 1])
    const takeOver = command('TakeOver', { userId: 'bola', from: 'ada' })
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
      async append(...given) {
        const appended = await log.append(...given)
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
      { numRuns: 60 },
    )
  })
})
