import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRefusal } from '#domain/kernel/decider.ts'
import { kobo, MAX_AMOUNT, MAX_GIVEN } from '#domain/kernel/money.ts'
import type { WalletEvent } from '#domain/money/wallet/events.ts'
import { wallet, type WalletCommand } from '#domain/money/wallet/wallet.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const movement = (transferId: string, amount: number) => ({ transferId, amount: kobo(amount), counterAccount: 'pool' })
const recorded = { by: 'user-1', at: AT }
const credited = (transferId: string, amount: number): WalletEvent => ({
  type: 'WalletCredited',
  data: { ...movement(transferId, amount), ...recorded },
})

test('a credit adds to the balance', () => {
  given(wallet)
    .when(command('CreditWallet', movement('t1', 100)))
    .then(credited('t1', 100))
})

test('a debit within the balance is taken', () => {
  given(wallet, credited('t1', 100))
    .when(command('DebitWallet', movement('t2', 100)))
    .then({ type: 'WalletDebited', data: { ...movement('t2', 100), ...recorded } })
})

test('a debit above the balance is refused, on record and for good', () => {
  const refused: WalletEvent = {
    type: 'WalletDebitRefused',
    data: { ...movement('t2', 101), ...recorded, balance: kobo(100) },
  }
  given(wallet, credited('t1', 100))
    .when(command('DebitWallet', movement('t2', 101)))
    .then(refused)
  given(wallet, credited('t1', 100), refused, credited('t3', 500))
    .when(command('DebitWallet', movement('t2', 101)))
    .thenNothing()
})

test('a transfer has one effect, whatever comes again under its id', () => {
  given(wallet, credited('t1', 100))
    .when(command('CreditWallet', movement('t1', 100)))
    .thenNothing()
})

test('an amount of nothing, or below, is refused', () => {
  given(wallet)
    .when(command('CreditWallet', movement('t1', 0)))
    .thenRefused('wallet_amount_not_positive')
  given(wallet)
    .when(command('DebitWallet', movement('t1', -5)))
    .thenRefused('wallet_amount_not_positive')
})

test('an amount above the largest that one movement may have is refused, and that largest is not', () => {
  for (const type of ['CreditWallet', 'DebitWallet'] as const) {
    given(wallet)
      .when(command(type, movement('t1', MAX_AMOUNT + 1)))
      .thenRefused('wallet_amount_too_large')
  }
  given(wallet)
    .when(command('CreditWallet', movement('t1', MAX_AMOUNT)))
    .then(credited('t1', MAX_AMOUNT))
})

test('a credit that would take the balance past the safe integers is refused, and the one up to them is not', () => {
  const full = Array.from({ length: 900 }, (_, n) => credited(`f${n}`, MAX_AMOUNT))
  const room = Number.MAX_SAFE_INTEGER - 900 * MAX_AMOUNT
  given(wallet, ...full)
    .when(command('CreditWallet', movement('t1', room + 1)))
    .thenRefused('wallet_amount_too_large')
  given(wallet, ...full)
    .when(command('CreditWallet', movement('t1', room)))
    .then(credited('t1', room))
})

/** What benefactors give. */
const gift = (transferId: string, amount: number) => ({
  ...movement(transferId, amount),
  counterAccount: 'benefactors',
})

test('benefactors can give forty trillion naira in all and not a kobo more, however much has been spent', () => {
  const gifts = Array.from({ length: 400 }, (_, n): WalletEvent => {
    return { type: 'WalletCredited', data: { ...gift(`g${n}`, MAX_AMOUNT), ...recorded } }
  })
  const spent = gifts.map((_, n): WalletEvent => {
    return { type: 'WalletDebited', data: { ...movement(`s${n}`, MAX_AMOUNT), ...recorded } }
  })
  for (const past of [gifts, [...gifts, ...spent]]) {
    given(wallet, ...past)
      .when(command('CreditWallet', gift('one more', 1)))
      .thenRefused('wallet_pool_full')
  }
  given(wallet, ...gifts.slice(1), ...spent.slice(1))
    .when(command('CreditWallet', gift('the last', MAX_AMOUNT)))
    .then({ type: 'WalletCredited', data: { ...gift('the last', MAX_AMOUNT), ...recorded } })
})

test('no sequence of gifts goes past what may be given', () => {
  const amount = fc.oneof(fc.constant(MAX_AMOUNT), fc.integer({ min: 1, max: MAX_AMOUNT }))
  fc.assert(
    fc.property(fc.array(amount, { minLength: 300, maxLength: 700 }), (amounts) => {
      let state = wallet.initial()
      for (const [n, each] of amounts.entries()) {
        const decision = wallet.decide(command('CreditWallet', gift(`g${n}`, each)), state)
        const room = MAX_GIVEN - state.given
        expect(isRefusal(decision)).toBe(each > room)
        if (!isRefusal(decision)) state = decision.reduce(wallet.evolve, state)
      }
      expect(state.given).toBeLessThanOrEqual(MAX_GIVEN)
      expect(state.balance).toBe(state.given)
    }),
    { numRuns: 50 },
  )
})

test('what was refused for a transfer stays refused when a credit comes under the same id', () => {
  const refused: WalletEvent = {
    type: 'WalletDebitRefused',
    data: { ...movement('t1', 5), ...recorded, balance: kobo(0) },
  }
  given(wallet, refused)
    .when(command('CreditWallet', movement('t1', 5)))
    .thenNothing()
})

const anyCommand: fc.Arbitrary<WalletCommand> = fc
  .record({
    type: fc.constantFrom('CreditWallet' as const, 'DebitWallet' as const),
    transfer: fc.integer({ min: 1, max: 12 }),
    amount: fc.integer({ min: -3, max: 1000 }),
  })
  .map(({ type, transfer, amount }) => command(type, movement(`t${transfer}`, amount)))

describeDeciderProperties(wallet, anyCommand, (state, history) => {
  const transferIds = history.map(({ data }) => data.transferId)
  expect(new Set(transferIds).size).toBe(transferIds.length)
  expect(state.transfers.size).toBe(transferIds.length)
  for (const id of transferIds) expect(state.transfers.has(id)).toBe(true)
  let balance = 0
  for (const { type, data } of history) {
    if (type === 'WalletCredited') balance += data.amount
    if (type === 'WalletDebited') balance -= data.amount
    if (type === 'WalletDebitRefused') expect(data.amount).toBeGreaterThan(balance)
    expect(balance).toBeGreaterThanOrEqual(0)
  }
  expect(state.balance).toBe(balance)
})

// The wallet alone cannot tell another amount that it could bear, nor a movement that is left out or comes earlier or
// later, nor one of another wallet: the stream that meant the transfer does (tests/commands/money/verify-moves.test.ts).
describeFollows(wallet, runsOf(anyCommand), {
  'an amount of nothing': changed(() => ({ amount: 0 })),
  'an amount above the largest': changed(() => ({ amount: MAX_AMOUNT + 1 })),
  'a refused debit that the balance bears': changed(({ type }) =>
    type === 'WalletDebitRefused' ? { amount: 1, balance: 1 } : undefined,
  ),
  'a refused debit with another balance': changed((event) =>
    event.type === 'WalletDebitRefused' ? { balance: event.data.balance + 1 } : undefined,
  ),
  'a debit above the balance': changed(({ type }) => (type === 'WalletDebited' ? { amount: 50_000 } : undefined)),
})
