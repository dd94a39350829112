import { type AnyCommand, type Command, isRefusal } from '#domain/kernel/decider.ts'
import { dispute, type DisputeRefusal } from '#domain/money/dispute/dispute.ts'
import type { BilledDocument } from '#domain/money/transaction/events.ts'
import { handleAgain, type Outcome } from '#commands/handle-again.ts'
import { type Handler, load, wasHandled } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'

/** What somebody says of a dispute. */
type Said = { readonly comment: string; readonly documents: readonly BilledDocument[] }

/** The message that a request says: the same request says the same one. */
export const messageOf = (cause: AnyCommand): string => deriveId(cause.id, 'message')

/**
 * Writes into the chat of a dispute: in the dispute's own stream, so that what comes behind its end is refused, and who pays
 * meets nobody who writes. `attach` as in answerReturn; `command` names the documents without their hashes.
 */
export async function commentOnDispute(
  handler: Handler,
  disputeId: string,
  command: Command<'CommentOnDispute', Said>,
  attach: () => Promise<readonly BilledDocument[]>,
): Promise<Outcome<DisputeRefusal>> {
  const said = { ...command, data: { ...command.data, messageId: messageOf(command) } }
  if (!(await wasHandled(handler, dispute, disputeId, command.id))) {
    const hopeless = dispute.decide(said, await load(handler, dispute, disputeId))
    if (isRefusal(hopeless)) return { outcome: 'refused', refusal: hopeless }
  }
  const documents = await attach()
  return handleAgain(handler, dispute, disputeId, { ...said, data: { ...said.data, documents } })
}
