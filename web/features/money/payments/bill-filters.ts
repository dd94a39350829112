import { AGE_NAMES } from '#api/money/contracts/choices.ts'
import { STEP_TIME_FIELDS } from '#api/money/contracts/fields.ts'
import { PAYMENT_STEPS, SHOWN_CHOICES } from '#api/money/contracts/payment-steps.ts'
import { STAGE } from '#web/features/money/transactions/transaction-filters.ts'
import { OVERDUE } from '#web/features/money/waiting/overdue.ts'
import { choicesOf } from '#web/ui/data-grid/columns-of.ts'
import type { FilterSelect } from '#web/ui/filter-chips.ts'
import type { ListFilterControl } from '#web/ui/list-filter.ts'

// What the consolidated list is narrowed by, beside search, days and hospital.

export const CATEGORY = {
  ...{ name: 'is_drug', label: 'Category' },
  options: [
    { value: '0', label: 'CHF Services' },
    { value: '1', label: 'Drugs' },
  ],
}

export const SHOWN_STATUS = { name: 'status', label: 'Status', options: SHOWN_CHOICES }

export const ON_INVOICE = {
  ...{ name: 'on_invoice', label: 'Invoice' },
  options: [
    { value: '1', label: 'On an invoice' },
    { value: '0', label: 'On no invoice' },
  ],
}

/** Set by figures that lead here; a control of the list only while one of them is set. */
const BY_FIGURES: readonly FilterSelect[] = [
  {
    name: 'step',
    label: 'Step',
    options: PAYMENT_STEPS.map(({ step, words }) => ({ value: step, label: words.verb })),
  },
  STAGE,
  OVERDUE,
  { name: 'waits_for', label: 'Next step', options: choicesOf(STEP_TIME_FIELDS.step) },
  {
    ...{ name: 'age', label: 'Age in step' },
    options: AGE_NAMES.map((age) => ({ value: age, label: STEP_TIME_FIELDS[age].heading })),
  },
]

/** All that its address may say. */
export const BILL_FILTERS = ['coe', CATEGORY, SHOWN_STATUS, ON_INVOICE, 'ready_for', ...BY_FIGURES]

/** Of those that figures set, what is set now. */
export const setByFigures = ({ values }: Pick<ListFilterControl, 'values'>): readonly FilterSelect[] =>
  BY_FIGURES.filter(({ name }) => (values[name] ?? '') !== '')
