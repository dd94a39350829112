import { expect, test } from 'vitest'
import type { Difference } from '#commands/log/verify/difference.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { createRulesCheck } from '#commands/log/verify/rules.ts'

type Written = readonly [at: string, version: number, type?: string]

/** What is wrong with events of these versions, written at these times, in their order: 1, 2, 3 … */
function wrongIn(...events: readonly Written[]): readonly Omit<Difference, 'stream'>[] {
  const differences: Difference[] = []
  const nothing = { byStream: async function* () {} }
  const rules = createRulesCheck(
    nothing,
    (difference) => differences.push(difference),
    () => false,
  )
  for (const [index, [recordedAt, version, type = 'TransactionBilled']] of events.entries()) {
    const place = { id: `event-${index}`, position: index + 1, stream: 'transaction-a', revision: index, recordedAt }
    const read = { ...place, event: { type, data: {} }, meta: { version } } as unknown as Recorded
    rules.event({ ...place, type, data: '', meta: '' }, read)
  }
  return differences.map(({ stream: _, ...difference }) => difference)
}

const [FIRST, AFTERNOON, NEXT_DAY, LATER] = [
  ...['2026-03-02T09:00:00.000Z', '2026-03-02T15:00:00.000Z', '2026-03-03T09:00:00.000Z'],
  '2026-03-03T09:00:00.001Z',
] as [string, string, string, string]

test('a version of before is told a day after the first of the newer one, to the millisecond', () => {
  const found = { check: 'rule version', expected: 'version 2, a day after the first', found: 'version 1' }
  expect(wrongIn([FIRST, 1], [FIRST, 2], [AFTERNOON, 1], [NEXT_DAY, 1], [LATER, 1])).toEqual([
    { position: 5, ...found },
  ])
})

test('the day begins with the first of the newer version, and not again with each of them', () => {
  const found = wrongIn([FIRST, 2], [AFTERNOON, 2], [NEXT_DAY, 2], [LATER, 1])
  expect(found.map(({ position }) => position)).toEqual([4])
  // With a third version it begins anew.
  expect(wrongIn([FIRST, 2], [AFTERNOON, 3], [LATER, 2])).toEqual([])
})

test('each type has versions of its own, and versions that go up are right', () => {
  expect(wrongIn([FIRST, 2], [LATER, 1, 'TransactionBillingRefused'], [LATER, 2], [LATER, 3])).toEqual([])
})
