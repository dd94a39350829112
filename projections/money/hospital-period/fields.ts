import type { Fields } from '#projections/report/field.ts'

const amount = { kind: 'naira', sortable: true, total: true, width: 152 } as const
const count = { kind: 'count', total: true, hidden: true } as const

/**
 * What a hospital billed and was paid in a period (spec, S074; docs/decisions/0055): the first four amounts and what was reversed go from one to
 * the next, and so do their totals.
 */
export const HOSPITAL_PERIOD_FIELDS = {
  coe_id: { heading: 'Hospital id', kind: 'code', unlisted: true },
  coe_name: { heading: 'Hospital', kind: 'text', width: 164, wraps: true },
  to_pay_before: {
    ...amount,
    heading: 'Opening balance',
    width: 172,
    about: 'Billed and not paid when the period began',
  },
  billed: { ...amount, heading: 'Billed', about: 'In the period' },
  paid: { ...amount, heading: 'Paid', about: 'By the last step, in the period' },
  to_pay: {
    ...amount,
    heading: 'Closing balance',
    width: 160,
    about: 'Opening balance, and billed, without what was paid and reversed',
  },
  returned: { ...amount, heading: 'Returned', about: 'Sent back out of a payment in the period' },
  reversed: {
    ...amount,
    heading: 'Reversed',
    width: 136,
    about: 'Given back to wallets in the period, after disputes',
  },
  disputed: {
    ...amount,
    heading: 'Disputed',
    width: 136,
    about:
      'Of what is still to pay, held up by disputes that are open at the moment that is shown, whenever it was billed',
  },
  initiated: {
    ...amount,
    heading: 'Initiated',
    hidden: true,
    about: 'In the period; what was returned and initiated again, each time',
  },
  billed_count: { ...count, heading: 'Bills billed' },
  paid_count: { ...count, heading: 'Bills paid' },
  initiated_count: { ...count, heading: 'Bills initiated' },
  returned_count: { ...count, heading: 'Bills returned' },
  disputed_count: { ...count, heading: 'Bills disputed' },
  reversed_count: { ...count, heading: 'Bills reversed' },
} as const satisfies Fields
