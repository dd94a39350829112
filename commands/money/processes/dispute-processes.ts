import { endOnBill } from '#commands/money/dispute/end-dispute.ts'
import { raiseBehind } from '#commands/money/dispute/raise-dispute.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { closes, commandBehind, opens, type ProcessDefinition } from '#commands/processes/definition.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { GRACE_MS, idOf } from './own-move.ts'

type Flag = Extract<TransactionEvent, { type: 'TransactionDisputed' }>['data']
type OfDispute = { readonly disputeId: string }

const disputeIdOf = ({ event }: Recorded): string => (event.data as OfDispute).disputeId

/** A flagged bill gets its dispute, though the call that flagged it died behind the flag. */
export const raisingDisputes: ProcessDefinition = {
  name: 'raising disputes',
  on: {
    TransactionDisputed: (recorded) => [opens(disputeIdOf(recorded), GRACE_MS)],
    DisputeRaised: (recorded) => [closes(idOf(recorded))],
  },
  work: {
    forward: (handler, { event }) => raiseBehind(handler, idOf(event), event.event.data as Flag, commandBehind(event)),
  },
}

/** How a dispute ended comes to its bill: released, or on its way to be reversed. */
export const endingDisputes: ProcessDefinition = {
  name: 'ending disputes',
  on: {
    DisputeEnded: (recorded) => [opens(idOf(recorded), GRACE_MS)],
    TransactionDisputeEnded: (recorded) => [closes(disputeIdOf(recorded))],
    TransactionReversalRequested: (recorded) => [closes(disputeIdOf(recorded))],
  },
  work: { forward: (handler, { event }) => endOnBill(handler, idOf(event), commandBehind(event)) },
}
