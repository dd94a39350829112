import { STEP_TIME_FIELDS } from '#api/money/contracts/fields.ts'
import { INVOICE_STEP_VIEWS } from '#api/money/contracts/invoice-steps.ts'
import { choicesOf } from '#web/ui/data-grid/columns-of.ts'

const STEPS = INVOICE_STEP_VIEWS.map(({ step }): string => step)

/** The filter by what is overdue at a step: where the figures of a home lead. */
export const OVERDUE = {
  name: 'overdue',
  label: 'Overdue',
  options: choicesOf(STEP_TIME_FIELDS.step).filter(({ value }) => STEPS.includes(value)),
}
