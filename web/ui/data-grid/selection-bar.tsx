import { Button } from '@mantine/core'
import { Money, sumNaira } from '#web/ui/money.tsx'
import type { GridSelection, Whole } from './grid-props.ts'
import styles from './data-grid.module.css'

type SelectionBarProps<Row> = {
  readonly rows: readonly Row[]
  readonly selection: GridSelection<Row>
  /** Undefined until the server has counted. */
  readonly whole: Whole | undefined
  /** Whether all of it is selected rather than `rows`. */
  readonly isWhole: boolean
  readonly onWhole: () => void
  readonly onClear: () => void
}

/** At the foot of a grid while rows are selected: how many, how much in all, and what may be done with them. */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { rows, selection, whole, isWhole, onWhole, onClear } = props
  const { amount, actions } = selection
  if (isWhole && whole !== undefined && selection.whole !== undefined)
    return (
      <div className={styles['bar']} role="region" aria-label="Selected rows" data-chrome>
        <p role="status">
          <strong>All {counted(whole.total)} that match selected</strong>,{' '}
          <Money naira={String(whole.totals[selection.whole.amount])} /> in all{' '}
          <small>at log position {counted(whole.position)}</small>
        </p>
        <div className={styles['barActions']}>
          {selection.whole.actions(onClear, whole)}
          <ClearButton onClear={onClear} />
        </div>
      </div>
    )
  const isMore = selection.whole !== undefined && whole !== undefined && whole.total > rows.length
  return (
    <div className={styles['bar']} role="region" aria-label="Selected rows" data-chrome>
      <p role="status">
        <strong>{counted(rows.length)} selected</strong>
        {amount && (
          <>
            {', '}
            <Money naira={sumNaira(rows.map(amount))} /> in all
          </>
        )}
      </p>
      <div className={styles['barActions']}>
        {actions(rows, onClear)}
        {isMore && (
          <Button variant="default" onClick={onWhole}>
            Select all {counted(whole.total)} that match
          </Button>
        )}
        <ClearButton onClear={onClear} />
      </div>
    </div>
  )
}

const counted = (count: number) => count.toLocaleString('en-NG')

const ClearButton = ({ onClear }: { readonly onClear: () => void }) => (
  <Button variant="subtle" color="gray" onClick={onClear}>
    Clear selection
  </Button>
)
