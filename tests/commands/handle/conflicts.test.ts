import { describe, expect, test } from 'vitest'
import { type EventLog, LogUnavailable, RevisionConflict } from '#commands/log/event-log.ts'
import { faultAt, faultyLog } from '#tests/support/faulty-log.ts'
import { createMemoryWorld } from '#tests/support/memory-world.ts'
import { countedWorld, credit, debit, eventsIn, interrupted, on } from './wallets.ts'

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
