import type { InvoiceRow } from '#api/money/contracts/invoice.ts'
import { StepButtons } from '#web/features/money/acts/step-buttons.tsx'
import type { InvoiceAct } from './invoice-acts.ts'

type InvoiceButtonsProps = {
  readonly acts: readonly InvoiceAct[]
  readonly rows: readonly Pick<InvoiceRow, 'id' | 'status' | 'under_way'>[]
  readonly onAct: (act: InvoiceAct) => void
}

/** What the person may do with these invoices. */
export function InvoiceButtons({ acts, rows, onAct }: InvoiceButtonsProps) {
  const ids = acts.length === 0 ? [] : rows.map(({ id }) => id)
  const reasonOf = ({ name, verb, from }: InvoiceAct) => {
    const waiting = rows.filter(({ status }) => from.includes(status))
    if (waiting.length === 0)
      return name === 'return' ? 'None of these is ready for you' : `None of these is ready for '${verb}'`
    return waiting.every(({ under_way: underWay }) => underWay !== null) ? 'A step is in progress' : undefined
  }
  return <StepButtons acts={acts} kind="invoices" ids={ids} count={rows.length} reasonOf={reasonOf} onAct={onAct} />
}
