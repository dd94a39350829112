import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kobo } from '#domain/kernel/money.ts'
import { fundingDay, type FundingDayCommand, fundingDayOf } from '#domain/money/funding-day/funding-day.ts'
import type { FundingDayEvent } from '#domain/money/funding-day/events.ts'
import { AT, command } from '#tests/support/command.ts'
import { afterCommand, describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const by = 'user-1'
const LIMIT = 5_000_000_000
const count = (fundingId: string, amount: number, above = LIMIT) =>
  command('CountFunding', { fundingId, amount: kobo(amount), above: kobo(above) }, { by })
const counted = (fundingId: string, amount: number, sum: number, above = LIMIT): FundingDayEvent => ({
  type: 'FundingCounted',
  data: {
    ...{ userId: by, day: '2026-03-02', fundingId, amount: kobo(amount), above: kobo(above), sum: kobo(sum) },
    ...{ by, at: AT },
  },
})

test('what one person asks for in a day adds up; each counts once', () => {
  given(fundingDay)
    .when(count('a', 4_999_999_999))
    .then(counted('a', 4_999_999_999, 4_999_999_999))
  const first = counted('a', 4_999_999_999, 4_999_999_999)
  given(fundingDay, first).when(count('a', 4_999_999_999)).thenNothing()
  given(fundingDay, first)
    .when(count('b', 4_999_999_999))
    .then(counted('b', 4_999_999_999, 9_999_999_998))
})

test('what passes the limit has a second person, and counts no more for what one person moves alone', () => {
  const past = [counted('a', 3_000_000_000, 3_000_000_000), counted('b', 3_000_000_000, 6_000_000_000)]
  given(fundingDay, ...past)
    .when(count('c', 2_000_000_000))
    .then(counted('c', 2_000_000_000, 5_000_000_000))
  given(fundingDay, ...past)
    .when(count('c', 2_000_000_001))
    .then(counted('c', 2_000_000_001, 5_000_000_001))
})

test('a day begins at midnight in Lagos', () => {
  expect(fundingDayOf({ by, at: '2026-03-01T22:59:59.999Z' })).toBe('user-1:2026-03-01')
  expect(fundingDayOf({ by, at: '2026-03-01T23:00:00.000Z' })).toBe('user-1:2026-03-02')
})

const anyCommand: fc.Arbitrary<FundingDayCommand> = fc
  .record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), amount: fc.integer({ min: 1, max: LIMIT }) })
  .map(({ id, amount }) => count(id, amount))
describeDeciderProperties(fundingDay, anyCommand, ({ alone }) => expect(alone).toBeLessThanOrEqual(LIMIT))

test('whatever one person asks for, and in which order: no more than the limit goes on their word alone', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 20 }), (all) => {
      const events = all.reduce<{ state: ReturnType<typeof fundingDay.initial>; said: readonly FundingDayEvent[] }>(
        ({ state, said }, next) => {
          const after = afterCommand(fundingDay, state, next)
          return { state: after.state, said: [...said, ...after.events] }
        },
        { state: fundingDay.initial(), said: [] },
      )
      const alone = events.said.filter(({ data }) => data.sum <= data.above)
      expect(alone.reduce((sum, { data }) => sum + data.amount, 0)).toBeLessThanOrEqual(LIMIT)
    }),
  )
})

describeFollows(
  fundingDay,
  runsOf(anyCommand),
  {
    'the day of another': inAnotherStream,
    'another sum': changed(({ data }) => ({ sum: kobo(data.sum + 1) })),
    'another amount': changed(({ data }) => ({ amount: kobo(data.amount + 1) })),
    'another day': changed(() => ({ day: '2026-03-03' })),
  },
  'user-1:2026-03-02',
)
