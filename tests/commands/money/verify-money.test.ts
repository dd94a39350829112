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

test('a credit without its debit, a second one, and one of another amount or to another wallet', () => {
  const money = createMoneyCheck()
  money.check('wallet-pool', credited(movement('a', 'benefactors', 900)))
  const credit = credited(movement('b', 'pool', 100))
  expect(money.check('wallet-allocation:uch', credit)).toMatchObject({ found: 'a credit alone' })
  expect(money.check('wallet-pool', debited(movement('b', 'allocation:uch', 100)))).toBeUndefined()
  expect(money.check('wallet-allocation:uch', credited(movement('b', 'pool', 101)))).toMatchObject({
    found: '1.01 from pool to allocation:uch',
  })
  expect(money.check('wallet-allocation:lasuth', credit)).toMatchObject({
    found: '1.00 from pool to allocation:lasuth',
  })
  expect(money.end().totals.inTransit).toEqual({ count: 1, amount: 100 })
  expect(money.check('wallet-allocation:uch', credit)).toBeUndefined()
  expect(money.end().totals.inTransit).toEqual({ count: 0, amount: 0 })
  expect(money.check('wallet-allocation:uch', credit)).toMatchObject({ found: 'a second time' })
  expect(money.check('wallet-pool', debited(movement('b', 'allocation:uch', 100)))).toMatchObject({
    found: 'a second time',
  })
  expect(money.check('wallet-pool', credited(movement('a', 'benefactors', 900)))).toMatchObject({
    found: 'a second time',
  })
})

test('a payment whose shares do not add up, or that nothing was billed for', () => {
  const money = createMoneyCheck()
  const paid = {
    ...{ by: 'someone', at: '2026-03-02T09:00:00.000Z', coeId: 'uch', total: kobo(100), paymentId: 'p', digest: 'd' },
    shares: { coe: kobo(100), bank: kobo(0), manufacturer: kobo(0), emge: kobo(0) },
  }
  const type = 'TransactionPermsecApproved'
  expect(money.check('transaction-1', { type, data: { ...paid, total: kobo(99) } })).toMatchObject({
    expected: 'shares that add up to 0.99',
  })
  expect(money.check('transaction-2', { type, data: paid })).toMatchObject({ expected: 'payable:uch never below zero' })
})
