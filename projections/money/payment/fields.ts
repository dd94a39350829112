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
  coe_id: { heading: 'Hospital id', kind: 'code', unlisted: true },
  coe_name: { heading: 'COE', kind: 'text', nullable: true, width: 232 },
  status: {
    heading: 'Status',
    kind: 'status',
    oneOf: [...PAYMENT_CHAIN.links.map(({ status }) => status), 'returned'],
    about: 'Of the transaction that is least far',
  },
  transactions: {
    heading: 'Transactions',
    kind: 'count',
    total: true,
    about: 'All that were initiated, returned ones included',
  },
  total: { heading: 'Total', kind: 'naira', sortable: true, total: true, width: 176 },
  paid_total: { heading: 'Paid', kind: 'naira', total: true, width: 176 },
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
  returned_total: { heading: 'Returned', kind: 'naira', total: true, hidden: true },
  paid: { heading: 'Paid transactions', kind: 'count', total: true, hidden: true, about: 'How many are paid' },
  ...at,
} as const satisfies Fields
