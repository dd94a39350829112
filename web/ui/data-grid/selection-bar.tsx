import { Button } from '@mantine/core'
import { Money, sumNaira } from '#web/ui/money.tsx'
import type { GridSelection } from './grid-props.ts'
import styles from './data-grid.module.css'

type SelectionBarProps<Row> = {
  readonly rows: readonly Row[]
  readonly selection: GridSelection<Row>
  readonly onClear: () => void
}

/** At the foot of a grid while rows are selected: how many, how much in all, and what may be done with them. */
export function SelectionBar<Row>({ rows, selection, onClear }: SelectionBarProps<Row>) {
  const { amount, actions } = selection
  return (
    <div className={styles['bar']} role="region" aria-label="Selected rows" data-chrome>
      <p role="status">
        <strong>{rows.length} selected</strong>
        {amount && (
          <>
            {', '}
            <Money naira={sumNaira(rows.map(amount))} /> in all
          </>
        )}
      </p>
      <div className={styles['barActions']}>
        {actions(rows, onClear)}
        <Button variant="subtle" color="gray" onClick={onClear}>
          Clear selection
        </Button>
      </div>
    </div>
  )
}
