import { type Command, type Decision, isRefusal, type Refusal, refuse } from '#domain/kernel/decider.ts'
import type { Billed } from './bill.ts'
import { isDisputed, isReversed } from './disputed.ts'
import type { TransactionEvent } from './events.ts'
import { isOnNone, isOnWay, type OnInvoiceRefusal } from './on-invoice.ts'
import { type AskedFor, isAskedFor, type RuleRefusal } from './rules.ts'

type OfInvoice = { readonly invoiceId: string }
export type OnInvoiceCommand =
  | Command<
      'InvoiceTransaction',
      OfInvoice & {
        /** `INV-2026-000045`. */
        readonly invoiceReference: string
        readonly isByCmd: boolean
      } & Pick<AskedFor, 'coeId' | 'period'>
    >
  | Command<'CmdApproveTransaction', OfInvoice>
  /** `refused` says why a bill is not taken along; left out where the whole invoice is returned. */
  | Command<'ReleaseFromInvoice', OfInvoice & { readonly refused?: string | undefined }>
  | Command<'LeaveOutOfInvoice', OfInvoice & { readonly refused: string }>

type No = Refusal<RuleRefusal> | undefined

function mayNotInvoice(asked: Pick<AskedFor, 'period'>, bill: Billed): No {
  const { status } = bill
  return (
    isReversed(bill) ??
    isOnNone(bill) ??
    (status === 'billed' ? undefined : refuse('transaction_not_invoiceable', { status })) ??
    isAskedFor(asked, bill) ??
    isDisputed(bill)
  )
}

const NOT_ON = refuse<OnInvoiceRefusal>('transaction_not_on_invoice')
const hasLeft = (invoiceId: string, { leftInvoices }: Billed) => leftInvoices.some((one) => one.invoiceId === invoiceId)

/** What a paid bill answers to invoices. */
export function decideInvoiced(command: OnInvoiceCommand, bill: Billed): Decision<TransactionEvent, RuleRefusal> {
  const { coeId, total, billedBy, invoice, status } = bill
  const { invoiceId } = command.data
  const data = { by: command.by, at: command.at, coeId, total, invoiceId }
  switch (command.type) {
    case 'InvoiceTransaction': {
      if (invoice?.id === invoiceId) return []
      const { invoiceReference, isByCmd } = command.data
      // What it did not come on once it does not come on later, whoever asks again.
      const wrong = mayNotInvoice(command.data, bill) ?? (hasLeft(invoiceId, bill) ? NOT_ON : undefined)
      return wrong ?? [{ type: 'TransactionInvoiced', data: { ...data, invoiceReference, billedBy, isByCmd } }]
    }
    case 'LeaveOutOfInvoice':
      if (invoice?.id === invoiceId) return isOnNone(bill) ?? []
      if (hasLeft(invoiceId, bill)) return []
      // After an end nothing comes, and it says the same for ever.
      if (status === 'permsecApproved') return refuse('transaction_not_invoiceable', { status })
      return isReversed(bill) ?? [{ type: 'TransactionLeftOut', data: { ...data, refused: command.data.refused } }]
    case 'CmdApproveTransaction': {
      const wrong = isOnWay(invoiceId, bill)
      if (wrong) return wrong
      return invoice?.cmd === undefined ? [{ type: 'TransactionCmdApproved', data }] : []
    }
    case 'ReleaseFromInvoice': {
      const wrong = isOnWay(invoiceId, bill)
      if (wrong) return wrong
      // What is paid stays on the invoice that it was paid by.
      if (status === 'permsecApproved') return refuse('transaction_step_already_taken', { status })
      const { refused } = command.data
      const left = { ...data, from: status, ...(bill.approved && { paymentId: bill.approved.paymentId }) }
      return [{ type: 'TransactionReleased', data: { ...left, ...(refused !== undefined && { refused }) } }]
    }
  }
}

/**
 * What becomes of a bill that its invoice was to take along, and that says no: an event that says so, and no refusal, as
 * what was found once must be found by everyone who asks again. A refusal where the invoice has nothing to do with it.
 */
export function notAlong<R extends string>(
  command: Command<string, OfInvoice>,
  isNew: boolean,
  no: Refusal<R>,
  bill: Billed,
): Decision<TransactionEvent, R> {
  const { id, by, at, origin } = command
  const { invoiceId } = command.data
  const data = { invoiceId, refused: no.refused }
  const type = isNew ? 'LeaveOutOfInvoice' : 'ReleaseFromInvoice'
  const left = decideInvoiced({ type, id, by, at, origin, data }, bill)
  return isRefusal(left) ? no : left
}

/** What an invoice means for a bill that did not come along, or is off it: undefined of one that is on it. */
export function whyNotOn(invoiceId: string, { invoice, leftInvoices }: Billed): string | undefined {
  if (invoice?.id === invoiceId) return undefined
  const left = leftInvoices.findLast((one) => one.invoiceId === invoiceId)
  return left?.refused ?? NOT_ON.refused
}

type OfInvoices = Extract<
  TransactionEvent,
  { type: 'TransactionInvoiced' | 'TransactionLeftOut' | 'TransactionCmdApproved' | 'TransactionReleased' }
>

/** A paid bill after an event of its invoices. */
export function invoiced(bill: Billed, { type, data }: OfInvoices): Billed {
  const { invoiceId: id, by, at } = data
  const left = (refused: string | undefined) => [
    ...bill.leftInvoices,
    { invoiceId: id, ...(refused !== undefined && { refused }) },
  ]
  switch (type) {
    case 'TransactionInvoiced': {
      const invoice = { id, reference: data.invoiceReference, ...(data.isByCmd && { cmd: { by, at } }) }
      return { ...bill, invoice }
    }
    case 'TransactionLeftOut':
      return { ...bill, leftInvoices: left(data.refused) }
    case 'TransactionCmdApproved':
      return bill.invoice === undefined ? bill : { ...bill, invoice: { ...bill.invoice, cmd: { by, at } } }
    case 'TransactionReleased': {
      const { invoice: _on, approved: _approved, ...released } = bill
      return { ...released, status: 'billed', acts: [], leftInvoices: left(data.refused) }
    }
  }
}
