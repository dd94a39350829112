import { type Asked, follows } from '#domain/kernel/follows.ts'
import { INVOICE_CHAIN } from './chain.ts'
import type { InvoiceEvent } from './events.ts'
import { invoice, isGenerated } from './invoice.ts'
import type { Invoice, InvoiceCommand } from './standing.ts'

function asked({ type, data }: InvoiceEvent, state: Invoice): Asked<InvoiceCommand> {
  // Where whoever acted for the hospital worked stands in no event of it, and is held against the log by verify-parties.
  const ofCoe = state.status === 'none' ? undefined : state.coeId
  switch (type) {
    case 'InvoiceGenerationRequested':
      return { type: 'RequestInvoice', data }
    case 'InvoiceGenerated':
      return { type: 'CompleteInvoice', data }
    case 'InvoiceGenerationFailed':
      return { type: 'CompleteInvoice', data: { ...data, lines: [] } }
    case 'InvoiceStepRequested':
      return { type: 'RequestInvoiceStep', data: { ...data, ofCoe, seen: data.digest } }
    case 'InvoiceStepTaken':
      return { type: 'CompleteInvoiceStep', data }
    case 'InvoiceReturnRequested': {
      // Which steps they might take is in no event: that whose turn it was.
      const turn = isGenerated(state) ? INVOICE_CHAIN.next(state.status) : undefined
      return { type: 'RequestInvoiceReturn', data: { ...data, ofCoe, mayTake: turn === undefined ? [] : [turn.step] } }
    }
    case 'InvoiceReturned':
      return { type: 'CompleteInvoiceReturn', data: {} }
  }
}

/** An invoice's own rules; that its steps are those of its transactions is held across both (verify-invoices.ts). */
export const invoiceFollows = follows(invoice, asked, {
  later: { invoice_period_beyond_programme: { InvoiceGenerationRequested: 3 } },
})
