import { z } from 'zod'
import { AccountId } from '#domain/kernel/accounts.ts'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** One movement on a wallet. `transferId` names the move of money it belongs to, on both of its sides. */
const movement = z.object({
  transferId: Id,
  amount: Kobo,
  counterAccount: AccountId,
  by: Id,
  at: Instant,
})

/** Events of a wallet: `wallet-pool`, `wallet-allocation:{coe}`, `wallet-patient:{patient}`. Ids and amounts only. */
export const walletEvents = {
  WalletCredited: movement,
  WalletDebited: movement,
  /** The debit would have gone below zero. Final for its transfer, so that nobody can refuse and debit the same one. */
  WalletDebitRefused: movement.extend({ balance: Kobo }),
}
export type WalletEvent = EventsOf<typeof walletEvents>

/** Each is a side of a move that its own stream tells (verify-moves.ts). */
const moved = {
  follows: [
    ...['PoolCreditRequested', 'AllocationRequested', 'PatientFundingRequested', 'FundingConfirmed'],
    ...['TransactionBillingRequested', 'TransactionPermsecApproved', 'TransactionReversalRequested'],
  ],
}

export const walletRights: Rights<WalletEvent> = {
  WalletCredited: moved,
  WalletDebited: moved,
  WalletDebitRefused: moved,
}
