import type { ChainListRow } from '#api/money/contracts/transaction.ts'
import type { Control } from '#web/ui/data-grid/columns-of.ts'
import { PaidMark } from '#web/features/money/acts/paid-mark.tsx'
import { RowStep } from '#web/features/money/acts/row-step.tsx'
import type { ChainAct } from './chain-acts.ts'
import { ownAct } from './why-blocked.ts'

/** The column of what a row waits for; nothing of it for who reads alone. */
export function chainColumn(
  acts: readonly ChainAct[],
  me: string,
  onAct: (act: ChainAct, row: ChainListRow) => void,
): Control<ChainListRow> {
  return {
    field: 'action',
    title: 'Action',
    width: 176,
    value: ({ is_splitted: isPaid }) => (isPaid ? 'Paid' : ''),
    cell: (row) => <RowAction row={row} acts={acts} me={me} onAct={onAct} />,
  }
}

type RowActionProps = {
  readonly row: ChainListRow
  readonly acts: readonly ChainAct[]
  readonly me: string
  readonly onAct: (act: ChainAct, row: ChainListRow) => void
}

/** A check mark once it is paid (spec, back-office 4.1), and before that its step. */
function RowAction({ row, acts, me, onAct }: RowActionProps) {
  const { id, transaction_id: number, status } = row
  if (row.is_splitted) return <PaidMark />
  if (row.invoice_number !== null) return <span>on {row.invoice_number}</span>
  return (
    <RowStep
      kind="transactions"
      {...{ id, number, status, acts, own: ownAct(row, me) }}
      onAct={(act) => onAct(act, row)}
    />
  )
}
