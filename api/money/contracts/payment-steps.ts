import { DISPUTED, REVERSED } from '#domain/money/transaction/dispute-statuses.ts'
import { RETURNED_STATUSES, type ReturnedStatus } from '#domain/money/transaction/returned.ts'
import { type ChainStep, namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'

/** The calls of the payment chain (E099 to E103). */
export const STEP_PATHS: Readonly<Record<ChainStep, string>> = {
  initiate: '/api/fanda/payment/initiate',
  recommend: '/api/fanda/payment/recommend',
  approve: '/api/fanda/payment/approve',
  dfa: '/api/fanda/payment/dfa/approve',
  permsec: '/api/fanda/payment/permsec/approve',
}

/** The payment chain as screens show it: in order, with the call of each step, the status it starts from, and its words. */
export const PAYMENT_STEPS = PAYMENT_CHAIN.links.map((link) => ({
  ...link,
  ...namesOf(link),
  path: STEP_PATHS[link.step],
  waits: PAYMENT_CHAIN.statusIn(link.from),
  /** As lists show what waits for it: a bill that was sent back waits as one that was never initiated does. */
  shownFrom: [PAYMENT_CHAIN.statusIn(link.from), ...(link.from === PAYMENT_CHAIN.start.state ? RETURNED_STATUSES : [])],
}))

/** The words of a transaction's place in the chain (spec, open-questions Q079); `billed` is shown as no status. */
export const TRANSACTION_STATUSES = PAYMENT_CHAIN.statuses

/**
 * Beside the chain's, those of a bill that was sent back or is disputed, each of them `billed` there as well; and of one whose
 * money went back.
 */
export const SHOWN_STATUSES = [...TRANSACTION_STATUSES, ...RETURNED_STATUSES, DISPUTED, REVERSED]

/** The statuses of a transaction in the order of the chain, as filters name them. */
export const STATUS_CHOICES = [
  { value: PAYMENT_CHAIN.start.status, label: PAYMENT_CHAIN.start.words.waits },
  ...PAYMENT_CHAIN.links.map(({ status, words }) => ({ value: status, label: words.done })),
]

/** Of a filter by stage: whatever stands before a step, neither paid nor reversed. */
export const UNPAID = 'unpaid'
/** Where a bill is in the payment chain, whether disputed or returned there; as the totals by stage count it. */
export const STAGES = [UNPAID, ...TRANSACTION_STATUSES, REVERSED] as const

const RETURNED_WORDS: Readonly<Record<ReturnedStatus, string>> = { returned: 'Returned', answered: 'Return answered' }

/** The same with those of what was sent back, disputed or reversed. */
export const SHOWN_CHOICES = [
  ...STATUS_CHOICES,
  ...RETURNED_STATUSES.map((value) => ({ value, label: RETURNED_WORDS[value] })),
  { value: DISPUTED, label: 'Disputed' },
  { value: REVERSED, label: 'Reversed' },
]

export const STAGE_CHOICES = [
  { value: UNPAID, label: 'Not yet paid' },
  ...STATUS_CHOICES,
  { value: REVERSED, label: 'Reversed' },
]

/** Whether the payment of some bills is initiated: of all of them, of none, or of some, which is never paid for as one. */
export const PAYMENT_GROUPS = ['split', 'unsplit', 'mixed'] as const
export type PaymentGroup = (typeof PAYMENT_GROUPS)[number]

/** What is said where a period that mixes both is to be paid for. */
export const MIXED_PERIOD =
  'This period has transactions whose payment is initiated already, and others whose payment is not. Choose another period.'
