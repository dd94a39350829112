import { expect, test } from 'vitest'
import type { Difference } from '#commands/log/verify/difference.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { checkMoves } from '#commands/money/ledger/verify-moves.ts'
import { AT } from '#tests/support/command.ts'

const stamp = { by: 'someone', at: AT }
type Said = readonly [stream: string, type: string, data?: object]

/** What is wrong with some events, in their order: 1, 2, 3 … */
function wrongIn(...events: readonly Said[]): readonly Pick<Difference, 'position' | 'found'>[] {
  const differences: Difference[] = []
  const moves = checkMoves((difference) => differences.push(difference))
  for (const [index, [stream, type, data = {}]] of events.entries()) {
    const place = { id: `event-${index}`, position: index + 1, stream, revision: 0, recordedAt: AT }
    // The metadata tell this check nothing.
    const read = { ...place, event: { type, data: { ...stamp, ...data } }, meta: {} } as unknown as Recorded
    moves.event({ ...place, type, data: '', meta: '' }, read)
  }
  return differences.map(({ position, found }) => ({ position, found }))
}

const between = (counterAccount: string, amount = 500, transferId = 'funding:a') => ({
  transferId,
  amount,
  counterAccount,
})
const meant: Said = ['funding-a', 'AllocationRequested', { coeId: 'uch', amount: 500 }]
const debited: Said = ['wallet-pool', 'WalletDebited', between('allocation:uch')]
const credited: Said = ['wallet-allocation:uch', 'WalletCredited', between('pool')]
const completed: Said = ['funding-a', 'FundingCompleted']
const given: Said = ['funding-a', 'PoolCreditRequested', { benefactor: 'A bank', amount: 500 }]
const gift: Said = ['wallet-pool', 'WalletCredited', between('benefactors')]
const refused: Said = ['funding-a', 'FundingRefused', { refused: 'funding_source_short' }]

test('a move that is meant, debited, credited and completed is right, and so is one that is still in progress', () => {
  expect(wrongIn(meant, debited, credited, completed)).toEqual([])
  for (const events of [[meant], [meant, debited], [meant, debited, credited]]) expect(wrongIn(...events)).toEqual([])
})

test('a move whose source is short is refused, and one that could not be credited', () => {
  const short: Said = ['wallet-pool', 'WalletDebitRefused', { ...between('allocation:uch'), balance: 0 }]
  expect(wrongIn(meant, short, refused)).toEqual([])
  expect(wrongIn(given, refused)).toEqual([])
})

test.each<[string, readonly Said[], readonly number[]]>([
  ['a debit that nobody meant', [debited], [1]],
  ['a credit that nobody meant', [gift], [1]],
  ['a credit before its debit', [meant, credited], [2]],
  ['a debit before its intention', [debited, meant], [1]],
  ['another amount', [meant, ['wallet-pool', 'WalletDebited', between('allocation:uch', 501)]], [2]],
  ['another source', [meant, ['wallet-patient:p', 'WalletDebited', between('allocation:uch')]], [2]],
  ['another target', [meant, debited, ['wallet-allocation:lasuth', 'WalletCredited', between('pool')]], [3]],
  ['an outcome of what was not credited', [meant, debited, completed], [3]],
  ['an outcome of what was not moved at all', [meant, completed], [2]],
  ['an outcome that nobody waits for', [completed], [1]],
  ['a refusal of what was moved', [meant, debited, credited, refused], [4]],
  ['a debit that comes again', [meant, debited, debited], [3]],
  ['a credit that comes again', [meant, debited, credited, credited], [4]],
  ['a gift that comes again', [given, gift, gift], [3]],
  ['a credit that comes again after the outcome', [meant, debited, credited, completed, credited], [5]],
  ['a movement after the outcome', [meant, debited, credited, completed, debited], [5]],
])('%s is found at its place', (_, events, places) => {
  expect(wrongIn(...events).map(({ position }) => position)).toEqual(places)
})

test('what takes two moves after the second one’s word, and after each of them by a transfer of its own', () => {
  const waits = { above: 100, today: 500, toConfirm: ['another'] }
  const proposed: Said = ['funding-a', 'AllocationProposed', { coeId: 'uch', amount: 500, ...waits }]
  const confirmed: Said = ['funding-a', 'FundingConfirmed', { proposedBy: 'another' }]
  const short: Said = ['wallet-pool', 'WalletDebitRefused', { ...between('allocation:uch'), balance: 0 }]
  const [second, credit] = [between('allocation:uch', 500, 'funding:a:1'), between('pool', 500, 'funding:a:1')]
  const again: readonly Said[] = [
    ['wallet-pool', 'WalletDebited', second],
    ['wallet-allocation:uch', 'WalletCredited', credit],
  ]
  const places = (...events: readonly Said[]) => wrongIn(...events).map(({ position }) => position)
  expect(wrongIn(proposed)).toEqual([])
  expect(wrongIn(proposed, confirmed, debited, credited, completed)).toEqual([])
  expect(wrongIn(proposed, confirmed, short, refused, confirmed, ...again, completed)).toEqual([])
  expect(wrongIn(proposed, ['funding-a', 'FundingDeclined', { proposedBy: 'another', reason: 'No' }])).toEqual([])
  expect(places(proposed, debited)).toEqual([2])
  expect(places(proposed, completed)).toEqual([2])
  expect(places(confirmed)).toEqual([1])
  expect(places(proposed, confirmed, short, refused, debited)).toEqual([5])
  expect(places(proposed, ['funding-a', 'FundingWithdrawn', { reason: 'No' }], debited)).toEqual([3])
})

test('a bill stands for the debit of its try, and of no other', () => {
  const bill = (attempt: number): Said => [
    ...(['transaction-t', 'TransactionBillingRequested'] as const),
    { patientId: 'p', coeId: 'uch', total: 500, attempt },
  ]
  const paid = (attempt: number): Said => [
    ...(['wallet-patient:p', 'WalletDebited'] as const),
    between('payable:uch', 500, `transaction:t:${attempt}`),
  ]
  const billed: Said = ['transaction-t', 'TransactionBilled']
  const denied: Said = ['transaction-t', 'TransactionBillingRefused']
  expect(wrongIn(bill(1), paid(1), billed)).toEqual([])
  expect(wrongIn(bill(1), denied, bill(2), paid(2), billed)).toEqual([])
  expect(wrongIn(bill(1), denied, bill(2), paid(1), billed).map(({ position }) => position)).toEqual([4, 5])
  expect(wrongIn(bill(1), billed)).toEqual([{ position: 2, found: 'TransactionBilled, and not moved' }])
  expect(wrongIn(bill(1), paid(1), denied)).toHaveLength(1)
})

test('a reversal gives back what was billed, once, after it was asked for', () => {
  const asked: Said = ['transaction-t', 'TransactionReversalRequested', { patientId: 'p', coeId: 'uch', total: 500 }]
  const back = (amount = 500, from = 'payable:uch'): Said => [
    ...(['wallet-patient:p', 'WalletCredited', between(from, amount, 'transaction:t:reversal')] as const),
  ]
  const reversed: Said = ['transaction-t', 'TransactionReversed']
  expect(wrongIn(asked, back(), reversed)).toEqual([])
  for (const [events, place] of [
    [[back()], 1],
    [[asked, reversed], 2],
    [[asked, back(501)], 2],
    [[asked, back(500, 'payable:lasuth')], 2],
    [[asked, back(), back()], 3],
    [[asked, back(), reversed, back()], 4],
    [[asked, back(), reversed, reversed], 4],
  ] as const)
    expect(wrongIn(...events).map(({ position }) => position)).toEqual([place])
})
