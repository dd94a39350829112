import { INVOICE_STEP_VIEWS } from '#api/money/contracts/invoice-steps.ts'
import type { InvoicesWaiting } from '#api/money/contracts/invoice.ts'
import { PAYMENT_STEPS } from '#api/money/contracts/payment-steps.ts'
import type { WaitingStep } from '#api/money/contracts/waiting.ts'
import { INVOICE_SCREENS } from '#web/features/money/invoices/invoice-screens.ts'

// Where a figure of a home leads: to the list of exactly what it counts.

const BILLS = '/payments/consolidated_report'

const listAt = (path: string, filter: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(filter).toString()}`

const statusBefore = (step: WaitingStep['step']) => PAYMENT_STEPS.find((one) => one.step === step)?.waits ?? ''

/** What is ready for somebody at a step, of one hospital where one is named. */
export const readyBills = (me: string, { step }: Pick<WaitingStep, 'step'>, coe?: string): string =>
  listAt(BILLS, { ready_for: me, step, ...(coe === undefined ? {} : { coe }) })

/** What stands before a step and is ready for nobody: each figure with its name and its list. */
export function besideBills({ step, beside }: Pick<WaitingStep, 'step' | 'beside'>) {
  const at = { ready_for: '', status: statusBefore(step) }
  const onInvoices = { name: 'On invoices', ...beside.on_invoice, to: listAt(BILLS, { ...at, on_invoice: '1' }) }
  // Once its payment is initiated a bill is neither disputed nor returned.
  if (step !== PAYMENT_STEPS[0]?.step) return [onInvoices]
  return [
    onInvoices,
    { name: 'Disputed', ...beside.disputed, to: listAt(BILLS, { ...at, status: 'disputed' }) },
    { name: 'Returned', ...beside.returned, to: listAt(BILLS, { ...at, status: 'returned' }) },
  ]
}

/** The invoices that are ready for somebody at a step, of one hospital where one is named. */
export function readyInvoices(me: string, { step }: Pick<InvoicesWaiting[number], 'step'>, coe?: string): string {
  const status = INVOICE_STEP_VIEWS.find((one) => one.step === step)?.waits ?? ''
  const own = step === 'cmd' || coe === undefined ? {} : { coe }
  return listAt(INVOICE_SCREENS[step].path, { status, ready_for: me, ...own })
}

/** What is overdue at a step: bills that are paid for by themselves, or the invoices that wait for it; at `invoicesAt`. */
export const overdueAt = (step: string, byInvoice: boolean, invoicesAt: string): string =>
  byInvoice
    ? listAt(invoicesAt, { overdue: step, status: '', ready_for: '' })
    : listAt(BILLS, { overdue: step, on_invoice: '0', ready_for: '' })

/** What a hospital billed in a period, or one of its staff alone. */
export const billedList = (filter: { readonly from: string; readonly to: string; readonly billed_by?: 'me' }): string =>
  listAt('/coestaff/billings', filter)

/** All that was billed, or what of it a filter lets through: of the reader's hospital, or of every one for readers of the ministry. */
export function volumeList(isOfHospital: boolean, filter: Readonly<Record<string, string>> = {}): string {
  if (isOfHospital) return listAt('/superadmin/billings', { from: '', to: '', ...filter })
  return listAt(BILLS, { ready_for: '', ...filter })
}

/** Who works at a hospital and has an active account. */
export const staffList = (coe: string): string => listAt(`/coestaffs/${coe}`, { status: 'active' })

/** What each hospital has left of its allocation, and the sum of it. */
export const ALLOCATIONS = '/fmoh/finance-and-accounting/funds'

/** What waits for a step at a hospital (`waits_for`, `coe`), or for so long (`age`); now, or as of a moment (`as_of`). */
export const waitingList = (filter: Readonly<Record<string, string>>): string =>
  listAt(BILLS, { ready_for: '', ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')) })
