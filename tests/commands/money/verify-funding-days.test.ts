import { expect, test } from 'vitest'
import type { Difference } from '#commands/log/verify/difference.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { checkFundingDays } from '#commands/money/ledger/verify-funding-days.ts'
import { AT } from '#tests/support/command.ts'

type Said = readonly [stream: string, type: string, data: object]
const DAY = 'fundingDay-ada:2026-03-02'

/** The positions of what is wrong: 1, 2, 3 … */
function wrongIn(...events: readonly (Said | 'unread')[]): readonly number[] {
  const differences: Difference[] = []
  const days = checkFundingDays((difference) => differences.push(difference))
  for (const [index, said] of events.entries()) {
    const [stream, type, data] = said === 'unread' ? [DAY, '', {}] : said
    const place = { id: `event-${index}`, position: index + 1, stream, revision: 0, recordedAt: AT }
    const read = { ...place, event: { type, data: { by: 'ada', at: AT, ...data } }, meta: {} } as unknown as Recorded
    days.event({ ...place, type, data: '', meta: '' }, said === 'unread' ? undefined : read)
  }
  return differences.map(({ position }) => position)
}

const limit = { amount: 500, above: 800 }
const counted: Said = [DAY, 'FundingCounted', { fundingId: 'a', ...limit, sum: 700 }]
const asked = (data: object = {}): Said => ['funding-a', 'PoolCreditRequested', { ...limit, today: 700, ...data }]

test('what was counted before, as it is recorded, is right; and so is what came before anything was counted', () => {
  expect(wrongIn(counted, asked())).toEqual([])
  expect(wrongIn(counted, ['funding-a', 'AllocationProposed', { ...limit, today: 700 }])).toEqual([])
  expect(wrongIn(asked({ above: null, today: null }))).toEqual([])
  expect(wrongIn('unread', asked())).toEqual([])
})

test.each<[string, readonly Said[], readonly number[]]>([
  ['a movement that was not counted', [asked()], [1]],
  ['one that is counted afterwards', [asked(), counted], [1]],
  ['a smaller sum', [counted, asked({ today: 500 })], [2]],
  ['another amount', [counted, asked({ amount: 600 })], [2]],
  ['another limit', [counted, asked({ above: 5_000 })], [2]],
  ['another person', [counted, asked({ by: 'bola' })], [2]],
  ['one that counted for another', [[DAY, 'FundingCounted', { fundingId: 'b', ...limit, sum: 700 }], asked()], [2]],
])('%s is found', (_, events, positions) => {
  expect(wrongIn(...events)).toEqual(positions)
})
