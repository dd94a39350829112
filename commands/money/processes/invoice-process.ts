import { finishInvoice } from '#commands/money/invoice/finish-invoice.ts'
import { closes, commandBehind, opens, type ProcessDefinition } from '#commands/processes/definition.ts'
import type { InvoiceEvent } from '#domain/money/invoice/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { idOf } from './own-move.ts'

/** How long (ms) a call has to take some thousand transactions along before it is done for it. */
const INVOICE_GRACE_MS = 20_000

const INTENTIONS = [
  'InvoiceGenerationRequested',
  'InvoiceStepRequested',
  'InvoiceReturnRequested',
] as const satisfies InvoiceEvent['type'][]
const OUTCOMES = [
  'InvoiceGenerated',
  'InvoiceGenerationFailed',
  'InvoiceStepTaken',
  'InvoiceReturned',
] as const satisfies InvoiceEvent['type'][]

/** What was begun on an invoice comes to its end on each of its transactions, though the call that began it died on the way. */
export const finishingInvoices: ProcessDefinition = {
  name: 'finishing invoices',
  on: Object.fromEntries([
    ...INTENTIONS.map((type) => [type, (recorded: Recorded) => [opens(idOf(recorded), INVOICE_GRACE_MS)]]),
    ...OUTCOMES.map((type) => [type, (recorded: Recorded) => [closes(idOf(recorded))]]),
  ]),
  work: { forward: (handler, { event }) => finishInvoice(handler, idOf(event), commandBehind(event)) },
}
