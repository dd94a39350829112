import type { InvoiceStep } from '#api/money/contracts/invoice-steps.ts'

type InvoiceScreen = { readonly path: string; readonly title: string }

/** Where each office's step is taken, and what its screen is called (spec, S068 to S073). */
export const INVOICE_SCREENS: Readonly<Record<InvoiceStep, InvoiceScreen>> = {
  cmd: { path: '/cmd/invoice', title: 'Invoices: hospital' },
  initiate: { path: '/initiator/invoice', title: 'Invoices: initiator' },
  recommend: { path: '/nccp/invoice', title: 'Invoices: NCCP' },
  approve: { path: '/dhs/invoice', title: 'Invoices: DHS' },
  dfa: { path: '/dfa/invoice', title: 'Invoices: DFA' },
  permsec: { path: '/permsec/invoice', title: 'Invoices: Permanent Secretary' },
}
