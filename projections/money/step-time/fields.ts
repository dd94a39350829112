import { OFFICES } from '#domain/money/offices.ts'
import type { Fields } from '#projections/report/field.ts'

/** What a bill waits for, in the order of the chain, and whose work it is. */
export const WAITS_FOR = {
  cmd: 'CMD approval',
  initiate: 'Initiation',
  recommend: 'Recommendation',
  approve: 'Approval',
  dfa: 'DFA approval',
  permsec: 'Paying out',
  answer: 'Answer to a return',
} as const

/** The bands of the ageing chart: the working days above which each begins, and up to which it goes. */
export const AGES = {
  age_1: { above: undefined, upTo: 1 },
  age_3: { above: 1, upTo: 3 },
  age_5: { above: 3, upTo: 5 },
  age_10: { above: 5, upTo: 10 },
  age_more: { above: 10, upTo: undefined },
} as const
export type Age = keyof typeof AGES
export const AGE_NAMES = Object.keys(AGES) as readonly string[] as readonly Age[]

const OFFICES_AND_HOSPITAL = { ...OFFICES, answer: 'The hospital' } as const

const count = { kind: 'count', total: true } as const
const hours = { kind: 'hours' } as const
const age = { ...count, hidden: true } as const

/** The time in each step by hospital and office, in working hours (docs/decisions/0102). */
export const STEP_TIME_FIELDS = {
  coe_id: { heading: 'Hospital id', kind: 'code', as: 'coe.id', unlisted: true },
  coe_name: { heading: 'Hospital', kind: 'text', as: 'coe.coe_name', width: 144, wraps: true },
  step: { heading: 'Step', kind: 'code', words: WAITS_FOR, width: 152 },
  office: {
    heading: 'Office',
    kind: 'code',
    words: OFFICES_AND_HOSPITAL,
    width: 172,
    about: 'Whose step it is, named by the step',
  },
  waiting: { ...count, heading: 'Waiting', width: 90, about: 'Bills that wait for it, at the moment asked for' },
  late: {
    ...count,
    heading: 'Overdue',
    width: 96,
    about: 'Of those, waiting for longer than the deadline of their step',
  },
  waiting_total: { heading: 'Waiting total', kind: 'naira', total: true, width: 150 },
  oldest: { ...hours, heading: 'Oldest', sortable: true, width: 104, about: 'Of what waits' },
  taken: { ...count, heading: 'Taken', width: 80, about: 'Steps taken in the period; of answers, given' },
  average: { ...hours, heading: 'Average', width: 112, about: 'Of the waits that ended in the period' },
  longest: { ...hours, heading: 'At most', width: 114, about: 'Of the waits that ended in the period' },
  returned: { ...count, heading: 'Returned', hidden: true, about: 'Waits that ended with a return in the period' },
  invoiced: {
    ...count,
    heading: 'Invoiced',
    hidden: true,
    about: 'Waits that ended as it came on an invoice, in the period',
  },
  reversed: { ...count, heading: 'Reversed', hidden: true, about: 'Waits that ended with a reversal in the period' },
  hours: { ...hours, heading: 'Time taken', total: true, hidden: true, about: 'Of all waits that ended in the period' },
  waiting_hours: { ...hours, heading: 'Time waiting', total: true, hidden: true, about: 'Of all that wait' },
  age_1: { ...age, heading: 'Up to 1 day', about: 'Waiting for at most one working day of nine hours' },
  age_3: { ...age, heading: '1 to 3 days' },
  age_5: { ...age, heading: '3 to 5 days' },
  age_10: { ...age, heading: '5 to 10 days' },
  age_more: { ...age, heading: 'Over 10 days' },
} as const satisfies Fields
