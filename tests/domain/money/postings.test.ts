import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kobo } from '#domain/kernel/money.ts'
import { type MoneyEvent, postingsOf } from '#domain/money/ledger/postings.ts'
import { sharesOf } from '#domain/money/transaction/rules.ts'
import { AT } from '#tests/support/command.ts'

const movement = (amount: number, counterAccount: string) => ({
  transferId: 't1',
  amount: kobo(amount),
  counterAccount,
  by: 'user-1',
  at: AT,
})
const amounts = (stream: string, event: MoneyEvent) =>
  postingsOf(stream, event).map(({ account, amount, counterAccount }) => [account, amount, counterAccount])

test('a debit towards another wallet leaves its money in transit', () => {
  const event: MoneyEvent = { type: 'WalletDebited', data: movement(500, 'patient:p1') }
  expect(amounts('wallet-allocation:uch', event)).toEqual([
    ['allocation:uch', -500, 'patient:p1'],
    ['in-transit', 500, 'allocation:uch'],
  ])
})

test('the credit that follows takes it out of transit', () => {
  const event: MoneyEvent = { type: 'WalletCredited', data: movement(500, 'allocation:uch') }
  expect(amounts('wallet-patient:p1', event)).toEqual([
    ['in-transit', -500, 'patient:p1'],
    ['patient:p1', 500, 'allocation:uch'],
  ])
})

test('a pool credit comes from the benefactors, a bill goes to the payable account', () => {
  const credit: MoneyEvent = { type: 'WalletCredited', data: movement(900, 'benefactors') }
  expect(amounts('wallet-pool', credit)).toEqual([
    ['benefactors', -900, 'pool'],
    ['pool', 900, 'benefactors'],
  ])
  const debit: MoneyEvent = { type: 'WalletDebited', data: movement(900, 'payable:uch') }
  expect(amounts('wallet-patient:p1', debit)).toEqual([
    ['patient:p1', -900, 'payable:uch'],
    ['payable:uch', 900, 'patient:p1'],
  ])
})

test('the final step pays out the whole bill by its shares, to the kobo', () => {
  const part = fc.integer({ min: 0, max: 2_500 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), part, part, part, (amount, bank, manufacturer, emge) => {
      const total = kobo(amount)
      const parts = { coe: 10_000 - bank - manufacturer - emge, bank, manufacturer, emge }
      const shares = sharesOf('drug', total, parts)
      const data = { coeId: 'uch', total, paymentId: 'pay-1', digest: 'd', shares, by: 'user-1', at: AT }
      const postings = postingsOf('transaction-1', { type: 'TransactionPermsecApproved', data })
      expect(postings.reduce((sum, posting) => sum + posting.amount, 0)).toBe(0)
      const paid = postings.filter(({ account }) => account === 'payable:uch')
      expect(paid.reduce((sum, posting) => sum + posting.amount, 0)).toBe(-amount)
    }),
  )
})
