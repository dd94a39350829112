import { expect, test } from 'vitest'
import { momentByKey, momentOf } from '#web/features/money/ledger/moments.ts'

test('keys lead from movement to movement, by tens, and to the ends', () => {
  const by = (key: string, moment: number) => momentByKey(key, moment, 40)
  expect([by('ArrowLeft', 3), by('ArrowDown', 0), by('ArrowRight', 3), by('ArrowUp', 40)]).toEqual([2, 0, 4, 40])
  expect([by('PageDown', 3), by('PageUp', 3), by('Home', 3), by('End', 3)]).toEqual([0, 7, 0, 40])
  expect(momentByKey('PageUp', 1, 3)).toBe(2)
  expect(by('Tab', 3)).toBeUndefined()
})

test('a position between two movements is the moment after the first of them', () => {
  const points = [{ position: 10 }, { position: 20 }]
  expect([9, 10, 19, 20, 99].map((position) => momentOf(points, position))).toEqual([0, 1, 1, 2, 2])
})
