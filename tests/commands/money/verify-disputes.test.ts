import { expect, test } from 'vitest'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { checkDisputes } from '#commands/money/ledger/verify-disputes.ts'
import { AT } from '#tests/support/command.ts'

type Said = readonly [stream: string, type: string, data?: object]

/** Where something is wrong with some events, in their order: 1, 2, 3 … */
function wrongAt(...events: readonly Said[]): readonly number[] {
  const differences: Difference[] = []
  const disputes = checkDisputes((difference) => differences.push(difference))
  for (const [index, [stream, type, data = {}]] of events.entries()) {
    const place = { id: `event-${index}`, position: index + 1, stream, revision: 0, recordedAt: AT }
    // The metadata tell this check nothing.
    const read = { ...place, event: { type, data: { by: 'ade', at: AT, ...data } }, meta: {} } as unknown as Recorded
    disputes.event({ ...place, type, data: '', meta: '' }, read)
  }
  return differences.map(({ position }) => position)
}

const facts = { patientId: 'p', coeId: 'uch' }
const flag = (over: object = {}): Said => [
  ...(['transaction-t', 'TransactionDisputed', { disputeId: 'd', ...facts, ...over }] as const),
]
const raised = (over: object = {}): Said => [
  ...(['dispute-d', 'DisputeRaised', { transactionId: 't', ...facts, ...over }] as const),
]
const ended = (outcome: string): Said => ['dispute-d', 'DisputeEnded', { outcome }]
const released = (outcome: string, bill = 't'): Said => [
  ...([`transaction-${bill}`, 'TransactionDisputeEnded', { disputeId: 'd', outcome }] as const),
]
const reversal: Said = ['transaction-t', 'TransactionReversalRequested', { disputeId: 'd' }]

test('a flag, its dispute, its end there and on the bill are right, and so is what is still in progress', () => {
  const resolved = [flag(), raised(), ended('resolved'), released('resolved')]
  const reversed = [flag(), raised(), ended('reversed'), reversal]
  for (const whole of [resolved, reversed, [flag(), raised(), ended('withdrawn'), released('withdrawn')]])
    for (let length = 0; length <= whole.length; length += 1) expect(wrongAt(...whole.slice(0, length))).toEqual([])
})

test.each<[string, readonly Said[], number]>([
  ['a dispute without a flag', [raised()], 1],
  ['a dispute of another bill', [flag(), raised({ transactionId: 'u' })], 2],
  ['a dispute of another patient', [flag(), raised({ patientId: 'q' })], 2],
  ['a dispute at another hospital', [flag(), raised({ coeId: 'lasuth' })], 2],
  ['a dispute raised by another', [flag(), raised({ by: 'bisi' })], 2],
  ['a flag that comes again', [flag(), flag()], 2],
  ['an end of what was not raised', [flag(), ended('resolved')], 2],
  ['a bill released while its dispute is open', [flag(), raised(), released('resolved')], 3],
  ['a bill released otherwise than its dispute ended', [flag(), raised(), ended('withdrawn'), released('resolved')], 4],
  ['another bill released', [flag(), raised(), ended('resolved'), released('resolved', 'u')], 4],
  ['a reversal of what stands', [flag(), raised(), ended('resolved'), reversal], 4],
  ['a release of what is to be reversed', [flag(), raised(), ended('reversed'), released('resolved')], 4],
  ['a reversal while the dispute is open', [flag(), raised(), reversal], 3],
  ['a reversal that comes again', [flag(), raised(), ended('reversed'), reversal, reversal], 5],
])('%s is found at its place', (_, events, place) => {
  expect(wrongAt(...events)).toEqual([place])
})
