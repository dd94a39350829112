import type { Recorded } from '#commands/log/domain-log.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import type { AppContext } from '#api/context.ts'
import type { BillReturn } from '#api/money/contracts/transaction.ts'

/** What may come after a return and leaves the bill returned: its answers, disputes after which it stands, invoices that it left. */
const LEAVES_IT_RETURNED: ReadonlySet<string> = new Set([
  'TransactionReturnAnswered',
  'TransactionDisputed',
  'TransactionDisputeEnded',
  'TransactionReversalRequested',
  'TransactionInvoiced',
  'TransactionLeftOut',
  'TransactionCmdApproved',
  'TransactionReleased',
] satisfies TransactionEvent['type'][])

/** The return that a bill waits after, with what the hospital has answered; null where it waits after none. */
export async function returnIn(
  { db }: AppContext,
  past: readonly Recorded<TransactionEvent>[],
  isMasked: boolean,
): Promise<BillReturn | null> {
  const at = past.findLastIndex(({ event: { type } }) => !LEAVES_IT_RETURNED.has(type))
  const sent = past[at]?.event
  if (sent?.type !== 'TransactionPaymentReturned') return null
  const said = past
    .slice(at + 1)
    .flatMap(({ event }) => (event.type === 'TransactionReturnAnswered' ? [event.data] : []))
  const nameOf = await peopleNames(db, [sent.data.by, ...said.map(({ by }) => by)])
  const forThem = (text: string) => (isMasked ? null : text)
  return {
    by: nameOf(sent.data.by),
    at: sent.data.at,
    reason: forThem(sent.data.reason),
    payment_id: sent.data.paymentId,
    answers: said.map(({ by, at: when, answer, documents }) => ({
      ...{ by: nameOf(by), at: when, answer: forThem(answer), documents: documents.length },
    })),
  }
}
