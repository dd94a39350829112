import type { Write } from './staff-writes.ts'

const period = { startDate: '2026-01-01', endDate: '2026-01-31' }

const step = (role: string): Write => ({ role, body: { invoice_id: 'nothing' }, other: { invoice_id: 'something' } })

/** Those of invoices. */
export const INVOICE_WRITES: Readonly<Record<string, Write>> = {
  'POST /api/coes/invoice': { role: 'COE_STAFF', body: period, other: { ...period, endDate: '2026-01-30' } },
  'POST /api/invoices/cmd_approve': step('COE_ADMIN'),
  'POST /api/invoices/initiate': step('FINANCE'),
  'POST /api/invoices/recommend': step('NCCP'),
  'POST /api/invoices/approve': step('DHS'),
  'POST /api/invoices/dfa_recommend': step('DFA'),
  'POST /api/invoices/permsec_approve': step('PERMSEC'),
  'POST /api/invoices/return': {
    role: 'COE_ADMIN',
    body: { invoice_id: 'nothing', reason: 'Not this month' },
    other: { invoice_id: 'nothing', reason: 'Not these lines' },
  },
}
