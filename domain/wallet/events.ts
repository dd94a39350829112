import { z } from 'zod'
import type { EventsOf } from '../kernel/event-table.ts'
import { Kobo } from '../kernel/money.ts'

/** One movement on a wallet. `transferId` names the move of money it belongs to, on both of its sides. */
const movement = z.object({
  transferId: z.string().min(1),
  amount: Kobo,
  counterAccount: z.string().min(1),
  by: z.string(),
  at: z.iso.datetime(),
})

/** Events of a wallet: `wallet-pool`, `wallet-allocation:{coe}`, `wallet-patient:{patient}`. Ids and amounts only. */
export const walletEvents = {
  WalletCredited: movement,
  WalletDebited: movement,
  /** The debit would have gone below zero. Final for its transfer, so that nobody can refuse and debit the same one. */
  WalletDebitRefused: movement.extend({ balance: Kobo }),
}
export type WalletEvent = EventsOf<typeof walletEvents>
