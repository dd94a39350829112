import { type Command, isRefusal } from '#domain/kernel/decider.ts'
import type { BilledDocument } from '#domain/money/transaction/events.ts'
import { transaction, type TransactionRefusal } from '#domain/money/transaction/transaction.ts'
import { handleAgain, type Outcome } from '#commands/handle-again.ts'
import { type Handler, load, wasHandled } from '#commands/handle.ts'

type AnswerReturn = Command<'AnswerReturn', { readonly answer: string; readonly documents: readonly BilledDocument[] }>

/**
 * Answers a bill's return. `attach` makes the documents the patient's and says as what: before anything is in the log, and
 * for no answer that is refused there and then. `command` names them without, as many as there are.
 */
export async function answerReturn(
  handler: Handler,
  transactionId: string,
  command: AnswerReturn,
  attach: () => Promise<readonly BilledDocument[]>,
): Promise<Outcome<TransactionRefusal>> {
  if (!(await wasHandled(handler, transaction, transactionId, command.id))) {
    const hopeless = transaction.decide(command, await load(handler, transaction, transactionId))
    if (isRefusal(hopeless)) return { outcome: 'refused', refusal: hopeless }
  }
  const documents = await attach()
  return handleAgain(handler, transaction, transactionId, { ...command, data: { ...command.data, documents } })
}
