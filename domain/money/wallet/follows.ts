import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { WalletEvent } from './events.ts'
import { wallet, type WalletCommand } from './wallet.ts'

/** Whether the transfer is one that somebody meant, and of this amount, its own stream says: postings cross (verify-moves.ts). */
const asked = ({ type, data }: WalletEvent): Asked<WalletCommand> =>
  type === 'WalletCredited' ? { type: 'CreditWallet', data: moved(data) } : { type: 'DebitWallet', data: moved(data) }

const moved = ({ transferId, amount, counterAccount }: WalletEvent['data']) => ({ transferId, amount, counterAccount })

export const walletFollows = follows(wallet, asked)
