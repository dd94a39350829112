import { funding, type FundingCommand, type FundingRefusal } from '../../domain/funding/funding.ts'
import { type AnyCommand, refuse, type Refusal } from '../../domain/kernel/decider.ts'
import { handle, type Handler, load } from '../handle.ts'
import type { Position } from '../log/event-log.ts'
import { moveMoney, step } from '../move-money.ts'

export type FundsMoved =
  | { readonly outcome: 'done'; readonly position: Position }
  | { readonly outcome: 'refused'; readonly refusal: Refusal<FundingRefusal> }

/**
 * Records the intention, moves the money, records the outcome: pool credit, allocation to a hospital, money into a
 * patient's wallet (domain.md, Moving money between streams).
 */
export async function moveFunds(handler: Handler, fundingId: string, command: FundingCommand): Promise<FundsMoved> {
  const requested = await handle(handler, funding, fundingId, command)
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
  const moved = await moveMoney(handler, { transferId: `funding:${fundingId}`, source, target, amount }, cause)
  const outcome =
    moved.outcome === 'moved'
      ? step(cause, 'CompleteFunding', {})
      : step(cause, 'RefuseFunding', { refused: 'funding_source_short' })
  const closed = await handle(handler, funding, fundingId, outcome)
  if (closed.outcome === 'refused') throw new Error(`Funding ${fundingId}: ${closed.refusal.refused}`)
  if (moved.outcome === 'refused') return { outcome: 'refused', refusal: refuse('funding_source_short', { source }) }
  return { outcome: 'done', position: Math.max(moved.position, closed.position) }
}
