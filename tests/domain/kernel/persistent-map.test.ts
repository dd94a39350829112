import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PersistentMap } from '#domain/kernel/persistent-map.ts'

// FNV-1a gives all of these the same 32 bits: found by search.
const SAME_HASH = ['costarring', 'liquid'] as const
const anyKey = fc.oneof(fc.constantFrom(...SAME_HASH, '', 'a', 'b'), fc.string({ maxLength: 3 }))
const anyEntries = fc.array(fc.tuple(anyKey, fc.integer()), { maxLength: 200 })

const expectSame = (map: PersistentMap<number>, wanted: ReadonlyMap<string, number>) => {
  expect(map.size).toBe(wanted.size)
  for (const [key, value] of wanted) expect([key, map.get(key)]).toEqual([key, value])
}

test('holds what a Map would, and every earlier one stays as it was', () => {
  fc.assert(
    fc.property(anyEntries, anyKey, (entries, other) => {
      const history = [{ map: PersistentMap.EMPTY as PersistentMap<number>, wanted: new Map<string, number>() }]
      for (const [key, value] of entries) {
        const last = history.at(-1)
        if (last === undefined) throw new Error('There is always one')
        history.push({ map: last.map.set(key, value), wanted: new Map(last.wanted).set(key, value) })
      }
      for (const { map, wanted } of history) {
        expectSame(map, wanted)
        expect(map.has(other)).toBe(wanted.has(other))
        expect(map.get(other)).toBe(wanted.get(other))
      }
    }),
    { numRuns: 100 },
  )
})

test('two that go on from the same one know nothing of each other', () => {
  const base = PersistentMap.EMPTY.set('a', 1)
  const [one, two] = [base.set('b', 2), base.set('b', 3)]
  expect([base.has('b'), one.get('b'), two.get('b')]).toEqual([false, 2, 3])
})

test('keys with the same hash are told apart', () => {
  const [first, second] = SAME_HASH
  const one = PersistentMap.EMPTY.set(first, 1)
  expect([one.get(second), one.set(second, 2).get(first), one.set(second, 2).get(second)]).toEqual([undefined, 1, 2])
  expectSame(
    one.set(second, 2).set(first, 3),
    new Map([
      [first, 3],
      [second, 2],
    ]),
  )
})

test('a hundred thousand keys are all found', () => {
  let map: PersistentMap<number> = PersistentMap.EMPTY
  for (let n = 0; n < 100_000; n += 1) map = map.set(`transaction:${n}`, n)
  expect(map.size).toBe(100_000)
  let found = 0
  for (let n = 0; n < 100_000; n += 1) if (map.get(`transaction:${n}`) === n) found += 1
  expect(found).toBe(100_000)
})
