import { type Account, isWallet, POOL } from '#domain/kernel/accounts.ts'
import { DEFAULT_ABOVE, funding, type FundingCommand, fundingTransfer } from '#domain/money/funding/funding.ts'
import type { FundingRefusal } from '#domain/money/funding/movement.ts'
import type { Proposal } from '#domain/money/funding/movement.ts'
import type { SecondPersonCommand } from '#domain/money/funding/second-person.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { type AnyCommand, isRefusal, refuse, type Refusal } from '#domain/kernel/decider.ts'
import { kobo, MAX_GIVEN } from '#domain/kernel/money.ts'
import { handleAgain, type Outcome } from '#commands/handle-again.ts'
import { handle, type Handler, load } from '#commands/handle.ts'
import { followUp } from '#commands/follow-up.ts'
import { countFunding } from './count-funding.ts'
import { moveMoney } from '#commands/money/wallet/move-money.ts'
import { NeitherWay, toTheEnd } from '#commands/processes/to-the-end.ts'

export type FundsMoved = Outcome<FundingRefusal>
/** What became of a request: the money has moved, or a second person is asked first. */
export type FundsAsked =
  | Exclude<FundsMoved, { readonly outcome: 'done' }>
  | (Extract<FundsMoved, { readonly outcome: 'done' }> &
      (
        | { readonly status: 'completed' }
        | { readonly status: 'proposed'; readonly limit: Pick<Proposal, 'above' | 'today'> }
      ))

/**
 * Records the intention, moves the money, records the outcome: pool credit, allocation to a hospital, money into a
 * patient's wallet (domain.md, Moving money between streams). With which its maker's day is above the site setting is proposed, and nothing moves.
 */
export async function moveFunds(handler: Handler, fundingId: string, command: FundingCommand): Promise<FundsAsked> {
  // What cannot be read is met before anything is recorded.
  for (const account of endsOf(command)) if (isWallet(account)) await load(handler, wallet, account)
  const requested = await handleAgain(handler, funding, fundingId, await withDay(handler, fundingId, command))
  if (requested.outcome === 'refused') return requested
  const state = await load(handler, funding, fundingId)
  // Asked again, whatever has become of it since: whoever confirms it moves the money.
  if (state.status !== 'none' && state.proposal !== undefined) {
    const { above, today } = state.proposal
    return { outcome: 'done', position: requested.position, status: 'proposed', limit: { above, today } }
  }
  const moved = await finishFunding(handler, fundingId, command)
  return moved.outcome === 'refused' ? moved : { ...moved, status: 'completed' }
}

/** A request with what its maker moved alone that day. What is recorded already, or will be refused, counts nothing. */
async function withDay(handler: Handler, fundingId: string, command: FundingCommand): Promise<FundingCommand> {
  switch (command.type) {
    case 'RequestPoolCredit':
    case 'RequestAllocation':
    case 'RequestPatientFunding': {
      const isRecorded = (await load(handler, funding, fundingId)).status !== 'none'
      if (isRecorded || isRefusal(funding.decide(command, funding.initial()))) return command
      const { amount, above = DEFAULT_ABOVE } = command.data
      const counted = await countFunding(handler, command, { fundingId, amount, above })
      // Of a request that counted before and was cut, the limit of that moment.
      return { ...command, data: { ...command.data, above: counted.above, today: counted.sum } } as FundingCommand
    }
    default:
      return command
  }
}

type ConfirmFunding = Extract<SecondPersonCommand, { readonly type: 'ConfirmFunding' }>
type Confirm = Omit<ConfirmFunding, 'data'> & { readonly data: Omit<ConfirmFunding['data'], 'room'> }

/**
 * A second person's word, and the money moves. Where the pool cannot pay it, or may be given no more, it goes on waiting: refused
 * before anything is recorded, or, when the pool was emptied in between, with the outcome recorded.
 */
export async function confirmFunds(handler: Handler, fundingId: string, command: Confirm): Promise<FundsMoved> {
  const state = await load(handler, funding, fundingId)
  // What cannot be read is met before anything is recorded.
  if (state.status !== 'none' && isWallet(state.target)) await load(handler, wallet, state.target)
  const source = state.status !== 'none' && isWallet(state.source) ? state.source : undefined
  const { balance, given } = await load(handler, wallet, source ?? POOL)
  const room = source === undefined ? kobo(MAX_GIVEN - given) : balance
  const confirmed = await handleAgain(handler, funding, fundingId, { ...command, data: { ...command.data, room } })
  if (confirmed.outcome === 'refused') return confirmed
  const moved = await finishFunding(handler, fundingId, command)
  if (moved.outcome === 'done' || moved.refusal.refused !== 'funding_source_short' || source !== POOL) return moved
  const now = await load(handler, wallet, POOL)
  return { outcome: 'refused', refusal: refuse('funding_pool_short', { balance: now.balance }) }
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
  const { source, target, amount, attempt } = state
  // It could not be moved when this was confirmed: nothing moves until somebody confirms it again.
  if (state.status === 'proposed' && attempt > 0)
    return {
      outcome: 'refused',
      refusal: target === POOL ? refuse('funding_pool_full') : refuse('funding_source_short', { source }),
    }
  if (state.proposal !== undefined && state.proposal.ended?.as !== 'confirmed')
    return { outcome: 'refused', refusal: refuse('funding_not_waiting', { ended: state.proposal.ended?.as }) }
  const transferId = fundingTransfer(fundingId, attempt)
  const moved = await moveMoney(handler, { transferId, source, target, amount }, cause)
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
