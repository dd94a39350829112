import { describe, expect, test } from 'vitest'
import { CommandIdReused, handle, wasHandled } from '#commands/handle.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { createMemoryWorld, recordedIn } from '#tests/support/memory-world.ts'
import { credit, debit, eventsIn, interrupted, on } from './wallets.ts'

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
