import { expect, test } from 'vitest'
import { createMoneyCheck } from '#commands/money/ledger/verify-money.ts'
import { kobo } from '#domain/kernel/money.ts'

const movement = (transferId: string, counterAccount: string, amount: number) => ({
  ...{ transferId, amount: kobo(amount), counterAccount, by: 'someone', at: '2026-03-02T09:00:00.000Z' },
})
const credited = (data: ReturnType<typeof movement>) => ({ type: 'WalletCredited', data })
const debited = (data: ReturnType<typeof movement>) => ({ type: 'WalletDebited', data })

test('a wallet below zero', () => {
  const money = createMoneyCheck()
  expect(money.check('wallet-pool', credited(movement('a', 'benefactors', 100)))).toBeUndefined()
  expect(money.check('wallet-pool', debited(movement('b', 'allocation:uch', 101)))).toMatchObject({
    expected: 'pool never below zero',
  })
})

test('a credit without its debit, one of another amount, and one to another wallet', () => {
  const money = createMoneyCheck()
  const pool = (event: ReturnType<typeof credited>) => money.check('wallet-pool', event)
  const uch = (event: ReturnType<typeof credited>) => money.check('wallet-allocation:uch', event)
  pool(credited(movement('a', 'benefactors', 900)))
  expect(uch(credited(movement('alone', 'pool', 100)))).toMatchObject({ found: 'a credit alone' })
  for (const id of ['b', 'c', 'd']) expect(pool(debited(movement(id, 'allocation:uch', 100)))).toBeUndefined()
  expect(money.totals().inTransit).toEqual({ count: 3, amount: 300 })
  expect(uch(credited(movement('b', 'pool', 100)))).toBeUndefined()
  expect(uch(credited(movement('c', 'pool', 101)))).toMatchObject({ found: '1.01 from pool to allocation:uch' })
  expect(money.check('wallet-allocation:lasuth', credited(movement('d', 'pool', 100)))).toMatchObject({
    found: '1.00 from pool to allocation:lasuth',
  })
  // Each has come, however wrong: what stays open would be told of once more.
  expect(money.totals().inTransit).toEqual({ count: 0, amount: 0 })
})

test('a debit that comes again before its credit', () => {
  const money = createMoneyCheck()
  money.check('wallet-pool', credited(movement('a', 'benefactors', 900)))
  const debit = debited(movement('b', 'allocation:uch', 100))
  expect(money.check('wallet-pool', debit)).toBeUndefined()
  expect(money.check('wallet-pool', debit)).toMatchObject({ found: 'a second time' })
})

test('a payment whose shares do not add up, or that nothing was billed for', () => {
  const paid = {
    ...{ by: 'someone', at: '2026-03-02T09:00:00.000Z', coeId: 'uch', total: kobo(100), paymentId: 'p', digest: 'd' },
    shares: { coe: kobo(100), bank: kobo(0), manufacturer: kobo(0), emge: kobo(0) },
  }
  const type = 'TransactionPermsecApproved'
  expect(createMoneyCheck().check('transaction-1', { type, data: { ...paid, total: kobo(99) } })).toMatchObject({
    expected: 'shares that add up to 0.99',
  })
  const money = createMoneyCheck()
  expect(money.check('transaction-2', { type, data: paid })).toMatchObject({ expected: 'payable:uch never below zero' })
  // Each that takes what is not there: whoever decided about one has not decided about the next.
  expect(money.check('transaction-3', { type, data: paid })).toMatchObject({ found: '-2.00 after this event' })
})
