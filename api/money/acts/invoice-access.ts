import type { InvoiceAct } from '#commands/money/invoice/would-refuse.ts'
import { INVOICE_CHAIN, INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { TAKEN_LINKS } from '#domain/money/invoice/step-names.ts'
import { INVOICE_STEP_PATHS } from '#api/money/contracts/invoice-steps.ts'
import { type Access, onIt } from './bill-access.ts'

const steps = INVOICE_STEPS.map((step) => {
  const { permission, words } = INVOICE_CHAIN.link(step)
  const access: Access = {
    ...{ route: `POST ${INVOICE_STEP_PATHS[step]}`, permission: [permission] },
    scope: step === 'cmd' ? 'hospital' : 'all',
    ...{ verb: words.verb, act: onIt(words.act) },
  }
  return [step, access] as const
})

/** Every act on an invoice: its call, whom it is open to, and its words. */
export const INVOICE_ACCESS: Readonly<Record<InvoiceAct, Access>> = {
  ...(Object.fromEntries(steps) as Record<(typeof steps)[number][0], Access>),
  return: {
    ...{ route: 'POST /api/invoices/return', permission: TAKEN_LINKS.map(({ permission }) => permission) },
    ...{ scope: 'reach', verb: 'Return', act: 'return it' },
  },
}
