import { formatNaira } from '#domain/kernel/money.ts'
import { INVOICE_CHAIN } from '#domain/money/invoice/chain.ts'
import type { InvoiceEvent } from '#domain/money/invoice/events.ts'
import type { Said } from '#api/history.ts'

const ngn = (amount: number): string => `NGN ${formatNaira(amount)}`
const dmy = (day: string): string => day.split('-').map(Number).reverse().join('-')
const of = (count: number): string => `${count} ${count === 1 ? 'transaction' : 'transactions'}`
/** Said of what did not come along, where anything did not. */
const without = ({ length }: readonly unknown[], what: string): string =>
  length === 0 ? '' : `; ${of(length)} ${what}`

/** What an event of an invoice says, and the reason that it gives. */
export function invoiceInWords({ type, data }: InvoiceEvent): Said {
  const say = (what: string, why: string | null = null) => ({ what, why })
  switch (type) {
    case 'InvoiceGenerationRequested': {
      const { reference, periodStart, periodEnd, transactionIds, leftOut, replaces } = data
      const period = `${dmy(periodStart)} to ${dmy(periodEnd)}`
      const asked = `Invoice ${reference} asked for the period ${period}: ${of(transactionIds.length)}`
      const again = replaces === null ? '' : `; it replaces ${replaces.reference}, which was returned`
      return say(`${asked}${without(leftOut, 'of the period left out')}${again}`)
    }
    case 'InvoiceGenerated': {
      const { lines, leftOut, total, isByCmd } = data
      const made = `Generated with ${of(lines.length)}, ${ngn(total)}${isByCmd ? ', and approved by the CMD' : ''}`
      return say(`${made}${without(leftOut, 'already taken and left out')}`)
    }
    case 'InvoiceGenerationFailed':
      return say('Not generated: all its bills were already taken')
    case 'InvoiceStepRequested':
      return say(`${INVOICE_CHAIN.link(data.step).words.done}: started on all its bills`)
    case 'InvoiceStepTaken': {
      const { step, dropped, total } = data
      const { words } = INVOICE_CHAIN.link(step)
      const paid = step === 'permsec' ? 'Approved by the Permanent Secretary and paid' : words.done
      return say(`${paid}: ${ngn(total)}${without(dropped, 'could not take the step and left it')}`)
    }
    case 'InvoiceReturnRequested':
      return say(`Return started; it was ${INVOICE_CHAIN.isIn(data.from)}`, data.reason)
    case 'InvoiceReturned':
      return say(`Returned: its bills, ${ngn(data.total)}, can go on another invoice`)
  }
}
