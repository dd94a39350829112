import { type Account, BENEFACTORS } from '#domain/kernel/accounts.ts'
import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { type Kobo, kobo, MAX_AMOUNT, MAX_GIVEN, ZERO } from '#domain/kernel/money.ts'
import { PersistentMap } from '#domain/kernel/persistent-map.ts'
import type { WalletEvent } from './events.ts'

type Movement = { readonly transferId: string; readonly amount: Kobo; readonly counterAccount: Account }
export type WalletCommand = Command<'CreditWallet', Movement> | Command<'DebitWallet', Movement>
export type WalletRefusal = 'wallet_amount_not_positive' | 'wallet_amount_too_large' | 'wallet_pool_full'

/** What has become of a transfer on this wallet. */
export type TransferOutcome = 'credited' | 'debited' | 'refused'

/** A balance that never goes below zero, and one outcome per transfer; `given` is all that benefactors ever gave to it. */
export type Wallet = {
  readonly balance: Kobo
  readonly given: Kobo
  readonly transfers: PersistentMap<TransferOutcome>
}

function decide(command: WalletCommand, wallet: Wallet): Decision<WalletEvent, WalletRefusal> {
  const { transferId, amount, counterAccount } = command.data
  if (wallet.transfers.has(transferId)) return []
  if (amount <= 0) return refuse('wallet_amount_not_positive')
  if (amount > MAX_AMOUNT) return refuse('wallet_amount_too_large')
  const data = { ...command.data, by: command.by, at: command.at }
  switch (command.type) {
    case 'CreditWallet':
      // The only door for new money bounds every sum of it. A refusal and no event: what was given never grows less.
      if (counterAccount === BENEFACTORS && wallet.given + amount > MAX_GIVEN) return refuse('wallet_pool_full')
      // A wallet that could no longer be folded would hold its money for good.
      if (!Number.isSafeInteger(wallet.balance + amount)) return refuse('wallet_amount_too_large')
      return [{ type: 'WalletCredited', data }]
    case 'DebitWallet':
      // A short wallet answers with an event, not a refusal: the outcome of a transfer must be the same for everyone who asks again.
      if (amount > wallet.balance) return [{ type: 'WalletDebitRefused', data: { ...data, balance: wallet.balance } }]
      return [{ type: 'WalletDebited', data }]
  }
}

function evolve(wallet: Wallet, { type, data }: WalletEvent): Wallet {
  const { transfers } = wallet
  switch (type) {
    case 'WalletCredited': {
      const given = data.counterAccount === BENEFACTORS ? kobo(wallet.given + data.amount) : wallet.given
      const balance = kobo(wallet.balance + data.amount)
      return { balance, given, transfers: transfers.set(data.transferId, 'credited') }
    }
    case 'WalletDebited': {
      const balance = kobo(wallet.balance - data.amount)
      return { ...wallet, balance, transfers: transfers.set(data.transferId, 'debited') }
    }
    case 'WalletDebitRefused':
      return { ...wallet, transfers: transfers.set(data.transferId, 'refused') }
  }
}

/** Stream `wallet-{account}`: the pool, a hospital's allocation, a patient's wallet. */
export const wallet: Decider<Wallet, WalletCommand, WalletEvent, WalletRefusal> = {
  category: 'wallet',
  initial: () => ({ balance: ZERO, given: ZERO, transfers: PersistentMap.EMPTY }),
  decide,
  evolve,
}
