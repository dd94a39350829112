import type { TransactionStatus } from '#api/money/contracts/transaction.ts'

/** How far a bill is, as its patient sees it: the chain's five steps are the ministry's own affair. */
type Stage = 'billed' | 'checking' | 'paying' | 'held' | 'reversed'

const STAGES: Readonly<Record<TransactionStatus, Stage>> = {
  billed: 'billed',
  'payment initiated': 'checking',
  'payment recommended': 'checking',
  'payment approved': 'checking',
  'dfa approved': 'checking',
  'permsec approved': 'paying',
  // A question between the ministry and the hospital: the checks begin anew.
  returned: 'billed',
  answered: 'billed',
  disputed: 'held',
  reversed: 'reversed',
}

const stageOf = (status: string): Stage => (STAGES as Readonly<Record<string, Stage>>)[status] ?? 'checking'

/** Each stage in a word or two, the status whose chip it wears, and what comes after it. */
const WORDS: Readonly<
  Record<Stage, { readonly label: string; readonly status: TransactionStatus; readonly next: string }>
> = {
  billed: {
    label: 'Taken from your wallet',
    status: 'billed',
    next: 'Next, the Ministry of Health checks the bill. You need not do anything.',
  },
  checking: {
    label: 'Being checked',
    status: 'payment initiated',
    next: 'When all checks are done, the hospital is paid. You need not do anything.',
  },
  paying: {
    label: 'The hospital is being paid',
    status: 'permsec approved',
    next: 'The checks are done and the hospital is being paid. Nothing more is taken from your wallet. You need not do anything.',
  },
  held: {
    label: 'Under review',
    status: 'disputed',
    next: 'There is a question about this bill. The hospital is paid once it is answered. You need not do anything.',
  },
  reversed: {
    label: 'Back in your wallet',
    status: 'permsec approved',
    next: 'The bill was cancelled and its money is back in your wallet. You need not do anything.',
  },
}

/**
 * What a patient reads for a bill's status: 'In payment to the hospital' rather than PERMSEC APPROVED. `status` is the one
 * whose colour and icon stand for the whole stage: what the ministry asks the hospital is no alarm for a patient.
 */
export function plainStatus(status: string): { readonly label: string; readonly status: TransactionStatus } {
  const { label, status: shown } = WORDS[stageOf(status)]
  return { label, status: shown }
}

/** What happens next with a bill, in a sentence or two. */
export const whatComesNext = (status: string): string => WORDS[stageOf(status)].next

/** One step of a bill's way, for its patient; `at` (ISO) where it is known. */
type PlainStep = {
  readonly name: string
  readonly state: 'done' | 'current' | 'ahead'
  readonly word: string
  readonly at: string | null
}

const done = { state: 'done', word: 'Done' } as const
const underWay = { state: 'current', word: 'Under way' } as const
const ahead = { state: 'ahead', word: 'Not yet' } as const

/**
 * The way of a bill in three steps: billed, checked, paid to the hospital; or given back in place of the last. Paying goes on
 * once it has begun.
 */
export function plainSteps(bill: {
  readonly status: string
  readonly created_at: string
  readonly permsec_approved_on: string | null
  readonly reversed_on: string | null
}): readonly PlainStep[] {
  const { reversed_on: reversedOn } = bill
  const isBack = reversedOn !== null
  const isPaying = stageOf(bill.status) === 'paying'
  return [
    { name: 'The hospital treated you, and your wallet paid the bill', ...done, at: bill.created_at },
    {
      name: 'The Ministry of Health checks the bill',
      ...(isPaying || isBack ? done : underWay),
      at: bill.permsec_approved_on,
    },
    isBack
      ? { name: 'Your wallet has its money back', ...done, at: reversedOn }
      : { name: 'The hospital is paid', ...(isPaying ? underWay : ahead), at: null },
  ]
}

/** Who treated a patient: 'Aisha Mohammed, Consultant oncologist'; of whoever has no profession on record that they work there. */
export function treatedBy({
  biller: { name, profession },
}: {
  readonly biller: { readonly name: string; readonly profession: string | null }
}): string {
  return name === '' ? 'Staff of the hospital' : `${name}, ${profession ?? 'staff of the hospital'}`
}
