import { coe } from '#domain/catalogue/coe/coe.ts'
import { payableTo, walletOf } from '#domain/kernel/accounts.ts'
import { type AnyCommand, refuse, type Refusal } from '#domain/kernel/decider.ts'
import type { Bill } from '#domain/money/transaction/bill.ts'
import {
  type BillCommand,
  billingTransfer,
  transaction,
  type TransactionRefusal,
} from '#domain/money/transaction/transaction.ts'
import { checkLines, totalOf } from '#domain/money/transaction/rules.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { handleAgain, type Outcome } from '#commands/handle-again.ts'
import { handle, type Handler, load } from '#commands/handle.ts'
import type { Position } from '#commands/log/event-log.ts'
import { followUp } from '#commands/follow-up.ts'
import { moveMoney } from '#commands/money/wallet/move-money.ts'
import { NeitherWay, toTheEnd } from '#commands/processes/to-the-end.ts'

/** A hospital that is deactivated bills nobody; what it billed before is finished, and paid. */
export type BillingRefusal = TransactionRefusal | 'transaction_hospital_inactive'
export type Billing =
  | (Pick<Bill, 'reference' | 'total'> & { readonly outcome: 'done'; readonly position: Position })
  | { readonly outcome: 'refused'; readonly refusal: Refusal<BillingRefusal> }

/**
 * Bills a patient's wallet: intention, debit, outcome. The lines are priced already (price-lines.ts). `attach` makes the
 * documents the patient's and says as what: before anything is in the log, and for no bill that is refused there and then.
 */
export async function billPatient(
  handler: Handler,
  transactionId: string,
  command: BillCommand,
  attach: () => Promise<BillCommand['data']['documents']> = async () => command.data.documents,
): Promise<Billing> {
  const wrong = checkLines(command.data.lines)
  if (wrong) return { outcome: 'refused', refusal: wrong }
  // Asking the wallet first keeps hopeless bills out of the log; the debit below is what decides.
  const { balance } = await load(handler, wallet, walletOf(command.data.patientId))
  const known = await load(handler, transaction, transactionId)
  if (known.status === 'none' && (await load(handler, coe, command.data.coeId)).status === 'inactive')
    return { outcome: 'refused', refusal: refuse('transaction_hospital_inactive') }
  if (known.status === 'none' && totalOf(command.data.lines) > balance) return refused()
  const documents = await attach()
  // Twice at once is one bill, although each drew a reference of its own: the other was faster.
  const requested = await handleAgain(handler, transaction, transactionId, {
    ...command,
    data: { ...command.data, documents },
  })
  if (requested.outcome === 'refused') return requested
  return finishBilling(handler, transactionId, command)
}

/** Takes a recorded bill to its end; `cause` as in finishFunding. */
export const finishBilling = (handler: Handler, transactionId: string, cause: AnyCommand): Promise<Billing> =>
  toTheEnd(
    `Transaction ${transactionId}`,
    () => completeBilling(handler, transactionId, cause),
    (refusal) => refuseBilling(handler, transactionId, cause, refusal),
  )

/** The way forward of a bill: refused when the patient's wallet is short, and nothing has moved. */
export async function completeBilling(handler: Handler, transactionId: string, cause: AnyCommand): Promise<Billing> {
  const bill = await load(handler, transaction, transactionId)
  if (bill.status === 'none') throw new Error(`Transaction ${transactionId} has no bill to finish`)
  const transferId = billingTransfer(transactionId, bill.attempt)
  const [source, target] = [walletOf(bill.patientId), payableTo(bill.coeId)]
  const moved = await moveMoney(handler, { transferId, source, target, amount: bill.total }, cause)
  if (moved.outcome === 'refused') return refused()
  const closed = await handle(handler, transaction, transactionId, followUp(cause, 'CompleteBilling', {}))
  // The wallet has paid: to refuse the bill would not pay it back.
  if (closed.outcome === 'refused') throw new NeitherWay(`Transaction ${transactionId}`, closed.refusal.refused)
  const { reference, total } = bill
  return { outcome: 'done', position: Math.max(moved.position, closed.position), reference, total }
}

/** The way back of a bill: the wallet has paid nothing, and it is recorded that it will not. */
export async function refuseBilling(
  handler: Handler,
  transactionId: string,
  cause: AnyCommand,
  { refused }: Refusal,
): Promise<Outcome<TransactionRefusal>> {
  return handle(handler, transaction, transactionId, followUp(cause, 'RefuseBilling', { refused }))
}

function refused(): Billing {
  return { outcome: 'refused', refusal: refuse('transaction_insufficient_funds') }
}
