import { type Account, disbursedTo, IN_TRANSIT, isWallet, payableTo, SHARES } from '#domain/kernel/accounts.ts'
import { type Kobo, kobo } from '#domain/kernel/money.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import type { WalletEvent } from '#domain/money/wallet/events.ts'

/** One side of a double entry: positive amounts are received by the account, negative ones given. */
export type Posting = {
  readonly account: Account
  readonly amount: Kobo
  readonly counterAccount: Account
  /** The move of money that both sides belong to. */
  readonly transferId: string
}

/** The events that move money. Every figure on every report comes from their postings (domain.md, Money). */
export type MoneyEvent = Extract<
  WalletEvent | TransactionEvent,
  { type: 'WalletCredited' | 'WalletDebited' | 'TransactionPermsecApproved' }
>

/**
 * The double entry of one event: its postings add up to zero, so that the trial balance is zero at every position.
 * Between two wallets money waits in transit from the debit to the credit; an account without a stream is posted by
 * the event of the other side.
 */
export function postingsOf(stream: string, { type, data }: MoneyEvent): readonly Posting[] {
  if (type === 'TransactionPermsecApproved') {
    const { coeId, shares } = data
    const transferId = `payment:${stream.slice('transaction-'.length)}`
    const payable = payableTo(coeId)
    return SHARES.filter((share) => shares[share] !== 0).flatMap((share) =>
      pair(payable, disbursedTo(share), shares[share], transferId, [disbursedTo(share), payable]),
    )
  }
  const own = stream.slice('wallet-'.length)
  const { transferId, amount, counterAccount } = data
  const between = isWallet(counterAccount) ? IN_TRANSIT : counterAccount
  return type === 'WalletDebited'
    ? pair(own, between, amount, transferId, [counterAccount, own])
    : pair(between, own, amount, transferId, [own, counterAccount])
}

/** From one account to another; `counters` are what each side names as the other. */
function pair(
  from: Account,
  to: Account,
  amount: Kobo,
  transferId: string,
  [ofFrom, ofTo]: readonly [Account, Account],
): Posting[] {
  return [
    { account: from, amount: kobo(-amount), counterAccount: ofFrom, transferId },
    { account: to, amount, counterAccount: ofTo, transferId },
  ]
}
