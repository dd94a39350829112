import { type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { type Kobo, sum } from '#domain/kernel/money.ts'
import { INVOICE_CHAIN } from './chain.ts'
import { type InvoiceEvent, type InvoiceLine, MOST_TOLD, type NotAlong } from './events.ts'
import { checkAccount, checkAsked, checkReturn, checkStep, digestOfInvoice } from './rules.ts'
import type { Invoice, InvoiceCommand, InvoiceRefusal, StandingInvoice } from './standing.ts'

/** Whether it is there: generated, whatever has become of it since. */
export const isGenerated = (invoice: Invoice): invoice is StandingInvoice => 'lines' in invoice

/** What is on it, in kobo. */
export const totalOfInvoice = ({ lines }: Pick<StandingInvoice, 'lines'>): Kobo => sum(lines.map(({ total }) => total))

function decide(command: InvoiceCommand, invoice: Invoice): Decision<InvoiceEvent, InvoiceRefusal> {
  const stamp = { by: command.by, at: command.at }
  if (command.type === 'RequestInvoice') {
    if (invoice.status !== 'none') return refuse('invoice_already_generated')
    const { transactionIds: ids, leftOut, toTell, replaces = null, ...asked } = command.data
    const transactionIds = [...new Set(ids)]
    const wrong = checkAsked({ ...asked, transactionIds }, command.at)
    if (wrong) return wrong
    const data = { ...asked, ...stamp, replaces, transactionIds, leftOut: [...leftOut], toTell: [...toTell] }
    return [{ type: 'InvoiceGenerationRequested', data }]
  }
  if (invoice.status === 'none') return refuse('invoice_unknown')
  const { coeId } = invoice
  if (command.type === 'CompleteInvoice') {
    // By another who finished it for whoever died, or did not.
    if (invoice.status !== 'generating') return []
    const { lines, leftOut } = command.data
    const wrong = checkAccount(invoice.transactionIds, lines, leftOut)
    if (wrong) return wrong
    const data = { ...stamp, coeId, leftOut: [...leftOut] }
    if (lines.length === 0) return [{ type: 'InvoiceGenerationFailed', data }]
    const { isByCmd, toTell: told } = invoice
    const generated = { ...data, lines: [...lines], total: totalOfInvoice({ lines }), isByCmd, told: [...told] }
    return [{ type: 'InvoiceGenerated', data: generated }]
  }
  if (!isGenerated(invoice)) return refuse('invoice_ended', { status: invoice.status })
  const { underway } = invoice
  switch (command.type) {
    case 'RequestInvoiceStep': {
      const { step, payment, toTell } = command.data
      const wrong = checkStep(command, invoice)
      if (wrong) return wrong
      if (step === 'initiate' && payment === undefined) return refuse('invoice_payment_missing')
      const data = { ...stamp, coeId, step, digest: digestOfInvoice(invoice), toTell: [...toTell] }
      const begun = step === 'initiate' && payment !== undefined ? { payment } : {}
      return [{ type: 'InvoiceStepRequested', data: { ...data, ...begun } }]
    }
    case 'CompleteInvoiceStep': {
      if (underway?.kind !== 'step') return refuse('invoice_not_under_way')
      const dropped = [...command.data.dropped]
      const lines = without(invoice.lines, dropped)
      if (lines.length + dropped.length !== invoice.lines.length) return refuse('invoice_not_accounted_for')
      const { step, toTell } = underway
      const told = step === 'permsec' ? everyone(invoice, stamp.by, toTell) : [...toTell]
      return [
        { type: 'InvoiceStepTaken', data: { ...stamp, coeId, step, dropped, total: totalOfInvoice({ lines }), told } },
      ]
    }
    case 'RequestInvoiceReturn': {
      const { reason, toTell } = command.data
      const from = checkReturn(command, invoice)
      if (typeof from !== 'string') return from
      return [{ type: 'InvoiceReturnRequested', data: { ...stamp, coeId, from, reason, toTell: [...toTell] } }]
    }
    case 'CompleteInvoiceReturn': {
      if (underway?.kind !== 'return') return refuse('invoice_not_under_way')
      const { from, toTell } = underway
      const told = everyone(invoice, stamp.by, toTell)
      return [{ type: 'InvoiceReturned', data: { ...stamp, coeId, from, total: totalOfInvoice(invoice), told } }]
    }
  }
}

const without = (lines: readonly InvoiceLine[], dropped: readonly NotAlong[]) => {
  const gone = new Set(dropped.map(({ transactionId }) => transactionId))
  return lines.filter(({ transactionId }) => !gone.has(transactionId))
}

/** All who acted, and who else is to be told; not whoever ends it. */
const everyone = ({ acts }: StandingInvoice, by: string, toTell: readonly string[]) =>
  [...new Set([...acts.map((act) => act.by), ...toTell])].filter((person) => person !== by).slice(0, MOST_TOLD)

function evolve(invoice: Invoice, { type, data }: InvoiceEvent): Invoice {
  const { by, at } = data
  if (type === 'InvoiceGenerationRequested') {
    const { leftOut: _, ...asked } = data
    return { status: 'generating', ...asked }
  }
  if (invoice.status === 'none') return invoice
  if (type === 'InvoiceGenerationFailed') return isGenerated(invoice) ? invoice : { ...invoice, status: 'failed' }
  if (type === 'InvoiceGenerated') {
    const { lines, isByCmd } = data
    const acts = (isByCmd ? (['generate', 'cmd'] as const) : (['generate'] as const)).map((step) => ({ step, by, at }))
    const status = isByCmd ? 'cmdApproved' : 'pending'
    const approved = digestOfInvoice({ ...invoice, lines })
    return { ...invoice, status, isReturned: false, acts, lines, approved }
  }
  if (!isGenerated(invoice)) return invoice
  const { underway: _done, ...standing } = invoice
  switch (type) {
    case 'InvoiceStepRequested': {
      const { step, toTell, payment, digest } = data
      const underway = { kind: 'step', step, by, at, toTell } as const
      return { ...invoice, underway, approved: digest, ...(payment && { payment }) }
    }
    case 'InvoiceStepTaken': {
      const { step, dropped } = data
      const lines = without(invoice.lines, dropped)
      const acts = [...invoice.acts, { step, by, at }]
      // What left it is no longer what the next step stands for.
      const approved = dropped.length === 0 ? invoice.approved : digestOfInvoice({ ...invoice, lines })
      return { ...standing, status: INVOICE_CHAIN.link(step).to, acts, lines, approved }
    }
    case 'InvoiceReturnRequested': {
      const { from, toTell } = data
      return { ...invoice, underway: { kind: 'return', from, by, at, toTell } }
    }
    case 'InvoiceReturned':
      return { ...standing, isReturned: true }
  }
}

/** Stream `invoice-{id}`. */
export const invoice: Decider<Invoice, InvoiceCommand, InvoiceEvent, InvoiceRefusal> = {
  category: 'invoice',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
