import { namesOf, PAYMENT_CHAIN, type PaymentLink } from '#domain/money/transaction/chain.ts'
import { OFFICES } from '#domain/money/offices.ts'
import type { Fields } from '#projections/report/field.ts'

type Stem = PaymentLink['stem']
type Named = { readonly heading: string; readonly nullable: true; readonly hidden: true; readonly about: string }
type Who = Named & { readonly kind: 'text' }
type When = Named & { readonly kind: 'instant' }

const [, ...afterInitiation] = PAYMENT_CHAIN.links

/** Who took each step. */
const by = Object.fromEntries(
  PAYMENT_CHAIN.links.map((link): [string, Who] => [
    namesOf(link).by,
    {
      heading: `${link.words.done} by`,
      kind: 'text',
      nullable: true,
      hidden: true,
      about: 'Name of who took the step last',
    },
  ]),
) as { readonly [S in Stem as `${S}_by`]: Who }

/** When; every payment has been initiated. */
const at = Object.fromEntries(
  afterInitiation.map((link): [string, When] => [
    namesOf(link).at,
    { heading: link.words.done, kind: 'instant', nullable: true, hidden: true, about: 'Null when not yet' },
  ]),
) as { readonly [S in Exclude<Stem, 'initiated'> as `${S}_at`]: When }

/** Whom a payment waits for, by its status; a paid one waits for nobody, nor one of which everything was returned. */
const HOLDERS = {
  'payment initiated': OFFICES.recommend,
  'payment recommended': OFFICES.approve,
  'payment approved': OFFICES.dfa,
  'dfa approved': OFFICES.permsec,
} as const satisfies Partial<Record<PaymentLink['status'], string>>

/** Payments: which is how far, how much is in it, who has it and since when (spec, S076; docs/decisions/0055). */
export const PAYMENT_FIELDS = {
  id: { heading: 'Id', kind: 'code', unlisted: true },
  payment_number: { heading: 'Payment', kind: 'code', sortable: true, width: 142, about: 'PAY-2026-000123' },
  coe_id: { heading: 'Hospital id', kind: 'code', as: 'coe.id', unlisted: true },
  coe_name: { heading: 'Hospital', kind: 'text', as: 'coe.coe_name', nullable: true, width: 104, wraps: true },
  status: {
    heading: 'Status',
    kind: 'status',
    oneOf: [...PAYMENT_CHAIN.links.map(({ status }) => status), 'returned'],
    width: 190,
    about: 'Of the transaction that is least far',
  },
  waits_for: {
    heading: 'Waits for',
    kind: 'code',
    nullable: true,
    words: HOLDERS,
    width: 98,
    wraps: true,
    about: 'Whose step is next',
  },
  waits_since: {
    heading: 'Since',
    kind: 'instant',
    nullable: true,
    width: 144,
    about: 'When the step before it was taken',
  },
  total: { heading: 'Total', kind: 'naira', sortable: true, total: true, width: 152, about: 'Of what is in it now' },
  returned_total: {
    heading: 'Returned',
    kind: 'naira',
    total: true,
    width: 136,
    about: 'Of what has left it; initiated again, it is in another payment',
  },
  invoice_number: {
    heading: 'Invoice',
    kind: 'code',
    nullable: true,
    hidden: true,
    width: 142,
    about: 'INV-2026-000045; null of one that was initiated by itself',
  },
  period_start: { heading: 'Period from', kind: 'day' },
  period_end: { heading: 'Period to', kind: 'day' },
  transactions: {
    heading: 'Transactions',
    kind: 'count',
    total: true,
    hidden: true,
    about: 'What is in it now, without what was returned',
  },
  returned: {
    heading: 'Returned transactions',
    kind: 'count',
    total: true,
    hidden: true,
    about: 'How many were returned with a reason',
  },
  paid_total: { heading: 'Paid', kind: 'naira', total: true, hidden: true, width: 144 },
  paid: { heading: 'Paid transactions', kind: 'count', total: true, hidden: true, about: 'How many are paid' },
  is_splitted: { heading: 'Split', kind: 'flag', hidden: true, about: 'Paid, all of it, by the shares of its bills' },
  initiated_on: {
    heading: PAYMENT_CHAIN.link('initiate').words.done,
    kind: 'instant',
    sortable: true,
    hidden: true,
    about: 'As `initiated_on` of a step takes it',
  },
  ...by,
  ...at,
} as const satisfies Fields
