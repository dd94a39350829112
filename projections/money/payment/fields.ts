import { namesOf, PAYMENT_CHAIN, type PaymentLink } from '#domain/money/transaction/chain.ts'
import type { Fields } from '#projections/report/field.ts'

type Stem = PaymentLink['stem']
type Who = { readonly heading: string; readonly kind: 'text'; readonly nullable: true; readonly about: string }
type When = Omit<Who, 'kind'> & { readonly kind: 'instant'; readonly hidden: true }

const [, ...afterInitiation] = PAYMENT_CHAIN.links

/** Who took each step. */
const by = Object.fromEntries(
  PAYMENT_CHAIN.links.map((link): [string, Who] => [
    namesOf(link).by,
    { heading: `${link.words.done} by`, kind: 'text', nullable: true, about: 'Name of who took the step last' },
  ]),
) as { readonly [S in Stem as `${S}_by`]: Who }

/** When; every payment has been initiated. */
const at = Object.fromEntries(
  afterInitiation.map((link): [string, When] => [
    namesOf(link).at,
    { heading: link.words.done, kind: 'instant', nullable: true, hidden: true, about: 'Null when not yet' },
  ]),
) as { readonly [S in Exclude<Stem, 'initiated'> as `${S}_at`]: When }

/** Payments per hospital: what was initiated together, where it stands, who acted (spec, S074). */
export const PAYMENT_FIELDS = {
  id: { heading: 'Id', kind: 'code', unlisted: true },
  payment_number: { heading: 'Payment', kind: 'code', sortable: true, width: 160, about: 'PAY-2026-000123' },
  coe_id: { heading: 'Hospital id', kind: 'code', unlisted: true },
  coe_name: { heading: 'Hospital', kind: 'text', nullable: true, width: 176 },
  status: {
    heading: 'Status',
    kind: 'status',
    oneOf: [...PAYMENT_CHAIN.links.map(({ status }) => status), 'returned'],
    width: 176,
    about: 'Of the transaction that is least far',
  },
  total: { heading: 'Total', kind: 'naira', sortable: true, total: true, width: 168, about: 'Of what is in it now' },
  paid_total: { heading: 'Paid', kind: 'naira', total: true, width: 144 },
  returned_total: {
    heading: 'Returned',
    kind: 'naira',
    total: true,
    width: 144,
    about: 'Of what has left it; initiated again, it is in another payment',
  },
  transactions: {
    heading: 'Transactions',
    kind: 'count',
    total: true,
    about: 'What is in it now, without what was returned',
  },
  initiated_at: { heading: PAYMENT_CHAIN.link('initiate').words.done, kind: 'instant', sortable: true },
  ...by,
  period_start: { heading: 'Period from', kind: 'day' },
  period_end: { heading: 'Period to', kind: 'day' },
  returned: {
    heading: 'Returned transactions',
    kind: 'count',
    total: true,
    about: 'How many were returned with a reason',
  },
  paid: { heading: 'Paid transactions', kind: 'count', total: true, hidden: true, about: 'How many are paid' },
  ...at,
} as const satisfies Fields
