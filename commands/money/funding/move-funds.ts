import { type Account, isWallet } from '#domain/kernel/accounts.ts'
import { funding, type FundingCommand, fundingTransfer, type FundingRefusal } from '#domain/money/funding/funding.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { type AnyCommand, isRefusal, refuse, type Refusal } from '#domain/kernel/decider.ts'
import { handleAgain, type Outcome } from '#commands/handle-again.ts'
import { handle, type Handler, load } from '#commands/handle.ts'
import { followUp } from '#commands/follow-up.ts'
import { moveMoney } from '#commands/money/wallet/move-money.ts'
import { NeitherWay, toTheEnd } from '#commands/processes/to-the-end.ts'

export type FundsMoved = Outcome<FundingRefusal>

/**
 * Records the intention, moves the money, records the outcome: pool credit, allocation to a hospital, money into a
 * patient's wallet (domain.md, Moving money between streams).
 */
export async function moveFunds(handler: Handler, fundingId: string, command: FundingCommand): Promise<FundsMoved> {
  // What cannot be read is met before anything is recorded.
  for (const account of endsOf(command)) if (isWallet(account)) await load(handler, wallet, account)
  const requested = await handleAgain(handler, funding, fundingId, command)
  if (requested.outcome === 'refused') return requested
  return finishFunding(handler, fundingId, command)
}

/** Between which accounts a command would move money; none when it is refused whatever has been before. */
function endsOf(command: FundingCommand): readonly Account[] {
  const decision = funding.decide(command, funding.initial())
  if (isRefusal(decision)) return []
  const asked = decision.reduce(funding.evolve, funding.initial())
  return asked.status === 'none' ? [] : [asked.source, asked.target]
}

/**
 * Takes a recorded intention to its end. `cause` is the command that recorded it, or stands for it when the process
 * manager recovers: the steps' ids derive from its id, so that both take the same steps.
 */
export const finishFunding = (handler: Handler, fundingId: string, cause: AnyCommand): Promise<FundsMoved> =>
  toTheEnd(
    `Funding ${fundingId}`,
    () => completeFunding(handler, fundingId, cause),
    (refusal) => refuseFunding(handler, fundingId, cause, refusal),
  )

/** The way forward of a funding: refused when its source is short, or the pool full, and nothing has moved. */
export async function completeFunding(handler: Handler, fundingId: string, cause: AnyCommand): Promise<FundsMoved> {
  const state = await load(handler, funding, fundingId)
  if (state.status === 'none') throw new Error(`Funding ${fundingId} has no intention to finish`)
  const { source, target, amount } = state
  const moved = await moveMoney(handler, { transferId: fundingTransfer(fundingId), source, target, amount }, cause)
  if (moved.outcome === 'refused') {
    const refusal = moved.why === 'pool full' ? refuse('funding_pool_full') : refuse('funding_source_short', { source })
    return { outcome: 'refused', refusal }
  }
  const closed = await handle(handler, funding, fundingId, followUp(cause, 'CompleteFunding', {}))
  // The money has moved: to refuse the funding would not take it back.
  if (closed.outcome === 'refused') throw new NeitherWay(`Funding ${fundingId}`, closed.refusal.refused)
  return { outcome: 'done', position: Math.max(moved.position, closed.position) }
}

/** The way back of a funding: nothing has moved, and it is recorded that nothing will. */
export async function refuseFunding(
  handler: Handler,
  fundingId: string,
  cause: AnyCommand,
  { refused }: Refusal,
): Promise<FundsMoved> {
  return handle(handler, funding, fundingId, followUp(cause, 'RefuseFunding', { refused }))
}
