import { funding, type FundingCommand, type FundingRefusal } from '#domain/money/funding/funding.ts'
import { type AnyCommand, refuse, type Refusal } from '#domain/kernel/decider.ts'
import { handleAgain } from '#commands/handle-again.ts'
import { handle, type Handler, load } from '#commands/handle.ts'
import type { Position } from '#commands/log/event-log.ts'
import { followUp } from '#commands/follow-up.ts'
import { moveMoney } from '#commands/money/wallet/move-money.ts'

export type FundsMoved =
  | { readonly outcome: 'done'; readonly position: Position }
  | { readonly outcome: 'refused'; readonly refusal: Refusal<FundingRefusal> }

/**
 * Records the intention, moves the money, records the outcome: pool credit, allocation to a hospital, money into a
 * patient's wallet (domain.md, Moving money between streams).
 */
export async function moveFunds(handler: Handler, fundingId: string, command: FundingCommand): Promise<FundsMoved> {
  const requested = await handleAgain(handler, funding, fundingId, command)
  if (requested.outcome === 'refused') return requested
  return finishFunding(handler, fundingId, command)
}

/**
 * Takes a recorded intention to its end. `cause` is the command that recorded it, or stands for it when the process
 * manager recovers: the steps' ids derive from its id, so that both take the same steps.
 */
export async function finishFunding(handler: Handler, fundingId: string, cause: AnyCommand): Promise<FundsMoved> {
  const state = await load(handler, funding, fundingId)
  if (state.status === 'none') throw new Error(`Funding ${fundingId} has no intention to finish`)
  const { source, target, amount } = state
  const move = { transferId: `funding:${fundingId}`, source, target, amount }
  const moved = await moveMoney(handler, move, cause)
  if (moved.outcome === 'refused') {
    const refusal = moved.why === 'pool full' ? refuse('funding_pool_full') : refuse('funding_source_short', { source })
    await close(handler, fundingId, followUp(cause, 'RefuseFunding', { refused: refusal.refused }))
    return { outcome: 'refused', refusal }
  }
  const position = await close(handler, fundingId, followUp(cause, 'CompleteFunding', {}))
  return { outcome: 'done', position: Math.max(moved.position, position) }
}

async function close(handler: Handler, fundingId: string, outcome: FundingCommand): Promise<Position> {
  const closed = await handle(handler, funding, fundingId, outcome)
  if (closed.outcome === 'refused') throw new Error(`Funding ${fundingId}: ${closed.refusal.refused}`)
  return closed.position
}
