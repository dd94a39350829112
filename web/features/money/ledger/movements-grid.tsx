import { useCallback } from 'react'
import { Link } from 'react-router-dom'
import { MOVEMENT_FIELDS } from '#api/money/contracts/fields.ts'
import type { MovementRow } from '#api/money/contracts/ledger.ts'
import type { Cells } from '#web/ui/data-grid/columns-of.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import type { ListFilterControl } from '#web/ui/list-filter.ts'
import { movementsPath } from './ledger-api.ts'
import styles from './ledger.module.css'

const cells: Cells<MovementRow> = {
  counter_name: ({ counter_account: account, counter_name: name }) => (
    <Link
      className={styles['link'] ?? ''}
      to={`/ledger/wallets/${encodeURIComponent(account)}`}
      title={name}
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </Link>
  ),
}

type MovementsGridProps = {
  readonly account: string
  readonly filter: ListFilterControl
  /** The log position of the movement that is shown last; undefined before the first. */
  readonly current: number | undefined
  /** Opens a movement's raw event. */
  readonly onOpen: (eventId: string) => void
}

/** An account's movements in order, with the running balance. */
export function MovementsGrid({ account, filter, current, onOpen }: MovementsGridProps) {
  const { start_date, end_date, sort, as_of, as_of_position } = filter.query
  return (
    <DataGrid
      id="wallet-movements"
      label="Movements"
      source={{
        path: movementsPath(account),
        params: { start_date, end_date, sort, as_of, as_of_position },
      }}
      filter={filter}
      rowId={({ position, line }) => `${position}-${line}`}
      fields={MOVEMENT_FIELDS}
      cells={cells}
      isCurrent={useCallback(({ position }: MovementRow) => position === current, [current])}
      empty="No data available"
      emptyHint="No money had moved by then."
      onOpen={({ event_id: id }) => onOpen(id)}
      signatures={['Audited by']}
    />
  )
}
