import { type Account, isWallet } from '#domain/kernel/accounts.ts'
import type { AnyCommand } from '#domain/kernel/decider.ts'
import type { Kobo } from '#domain/kernel/money.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handler, load } from '#commands/handle.ts'
import type { Position } from '#commands/log/event-log.ts'
import { NeitherWay } from '#commands/processes/to-the-end.ts'

/** One move of money between two accounts. `transferId` derives from its cause, so that it can be asked for again. */
export type Move = {
  readonly transferId: string
  readonly source: Account
  readonly target: Account
  readonly amount: Kobo
}

/** `refused`: nothing has moved, and for this transfer nothing ever will. */
export type Moved =
  | { readonly outcome: 'moved'; readonly position: Position }
  | { readonly outcome: 'refused'; readonly why: 'source short' | 'pool full' }

/**
 * Debits the source and credits the target (domain.md, Moving money between streams). Each step is idempotent by the
 * transfer's id, so that a crash between any two of them is mended by calling this again. Throws `NeitherWay` when a rule
 * stops it in the middle: no money model knows such a rule. Accounts that are no wallets
 * (benefactors, payable) have no stream: the other side's event moves their money in the ledger.
 */
export async function moveMoney(handler: Handler, move: Move, cause: AnyCommand): Promise<Moved> {
  const { transferId, source, target, amount } = move
  let position: Position = 0
  if (isWallet(source)) {
    // A target that cannot be read is met while nothing has moved.
    if (isWallet(target)) await load(handler, wallet, target)
    const debit = followUp(cause, 'DebitWallet', { transferId, amount, counterAccount: target })
    const debited = await handle(handler, wallet, source, debit)
    if (debited.outcome === 'refused') throw new NeitherWay(transferId, debited.refusal.refused)
    position = debited.position
    if (debited.state.transfers.get(transferId) === 'refused') return { outcome: 'refused', why: 'source short' }
  }
  if (isWallet(target)) {
    const credit = followUp(cause, 'CreditWallet', { transferId, amount, counterAccount: source })
    const credited = await handle(handler, wallet, target, credit)
    if (credited.outcome === 'refused') {
      const { refused } = credited.refusal
      // Only what comes from outside can find the pool full: no wallet has been debited for it.
      if (refused === 'wallet_pool_full') return { outcome: 'refused', why: 'pool full' }
      throw new NeitherWay(transferId, refused)
    }
    position = Math.max(position, credited.position)
  }
  return { outcome: 'moved', position }
}
