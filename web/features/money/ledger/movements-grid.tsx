import { Link } from 'react-router-dom'
import type { MovementRow } from '#api/money/contracts/ledger.ts'
import type { Column } from '#web/ui/data-grid/column.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import type { ListFilterControl } from '#web/ui/list-filter.ts'
import { movementsPath } from './ledger-api.ts'
import styles from './ledger.module.css'

const columns: readonly Column<MovementRow>[] = [
  { field: 'position', title: 'Position', kind: 'number', width: 100 },
  { field: 'at', title: 'Business time', kind: 'datetime', sortable: false },
  { field: 'cause', title: 'Cause', sortable: false, width: 184 },
  {
    field: 'counter_name',
    title: 'Counter-account',
    sortable: false,
    width: 210,
    cell: ({ counter_account: account, counter_name: name }) => (
      <Link
        className={styles['link'] ?? ''}
        to={`/ledger/wallets/${encodeURIComponent(account)}`}
        title={name}
        onClick={(event) => event.stopPropagation()}
      >
        {name}
      </Link>
    ),
  },
  { field: 'amount', title: 'Amount (NGN)', kind: 'money', sortable: false, width: 160 },
  { field: 'balance', title: 'Balance (NGN)', kind: 'money', sortable: false, width: 160 },
  { field: 'actor', title: 'By', sortable: false, width: 170 },
  { field: 'recorded_at', title: 'Recorded', kind: 'datetime', sortable: false },
  { field: 'debit', title: 'Debit (NGN)', kind: 'money', sortable: false, hidden: true },
  { field: 'credit', title: 'Credit (NGN)', kind: 'money', sortable: false, hidden: true },
  { field: 'event_type', title: 'Event', sortable: false, hidden: true },
  { field: 'transfer_id', title: 'Transfer', sortable: false, hidden: true, width: 340 },
]

type MovementsGridProps = {
  readonly account: string
  readonly filter: ListFilterControl
  /** Opens a movement's raw event. */
  readonly onOpen: (eventId: string) => void
}

/** An account's movements in order, with the running balance. */
export function MovementsGrid({ account, filter, onOpen }: MovementsGridProps) {
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
      columns={columns}
      empty="No data available"
      emptyHint="Nothing had moved by then."
      onOpen={({ event_id: id }) => onOpen(id)}
      signatures={['Audited by']}
    />
  )
}
