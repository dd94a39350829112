import type { AnyCommand } from '#domain/kernel/decider.ts'
import { finishFunding } from '#commands/money/funding/move-funds.ts'
import type { Handler } from '#commands/handle.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import { finishBilling } from '#commands/money/transaction/bill-patient.ts'

/** What starts a move of money, what ends it, and how it is taken to its end. */
type MoneyProcess = {
  readonly category: string
  readonly intentions: readonly string[]
  readonly outcomes: readonly string[]
  readonly finish: (handler: Handler, id: string, cause: AnyCommand) => Promise<unknown>
}

/** Every process that moves money between streams (domain.md, Moving money between streams). */
const PROCESSES: readonly MoneyProcess[] = [
  {
    category: 'funding',
    intentions: ['PoolCreditRequested', 'AllocationRequested', 'PatientFundingRequested'],
    outcomes: ['FundingCompleted', 'FundingRefused'],
    finish: finishFunding,
  },
  {
    category: 'transaction',
    intentions: ['TransactionBillingRequested'],
    outcomes: ['TransactionBilled', 'TransactionBillingRefused'],
    finish: finishBilling,
  },
]

/** The events that open or close a move of money. */
export const MONEY_PROCESS_EVENTS: ReadonlySet<string> = new Set(
  PROCESSES.flatMap(({ intentions, outcomes }) => [...intentions, ...outcomes]),
)

/**
 * An intention without an outcome yet; `since` (ms) is when it began to count as left behind, `before` a position of
 * the log, or 0, from which a follower sees it again (the intention's less one need not be a position).
 */
export type OpenMove = {
  readonly recorded: Recorded
  readonly process: MoneyProcess
  readonly before: Position
  since: number
}

/** The open moves by stream, after one more event. */
export function noteMove(open: Map<string, OpenMove>, recorded: Recorded, before: Position, since: number): void {
  const { stream, event } = recorded
  const process = PROCESSES.find(({ category }) => stream.startsWith(`${category}-`))
  if (process === undefined) return
  if (process.outcomes.includes(event.type)) open.delete(stream)
  else if (process.intentions.includes(event.type)) open.set(stream, { recorded, process, before, since })
}

/** Takes an open move to its end under the ids of the command that began it, so that both take the same steps. */
export async function finishMove(handler: Handler, { recorded, process }: OpenMove): Promise<void> {
  const { id, stream, event, meta } = recorded
  const { by, at } = event.data as { readonly by: string; readonly at: string }
  const { roles, permission, coeId, correlationId } = meta
  const origin = { roles, permission, correlationId, causationId: id, ...(coeId === undefined ? {} : { coeId }) }
  const cause: AnyCommand = { type: event.type, id: meta.commandId, by, at, data: {}, origin }
  await process.finish(handler, stream.slice(process.category.length + 1), cause)
}
