import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import type { Control } from '#web/ui/data-grid/columns-of.ts'
import { ActButton } from '#web/features/money/acts/act-button.tsx'
import { PaidMark } from '#web/features/money/acts/paid-mark.tsx'
import { WhyNotButton } from '#web/features/money/acts/why-not-button.tsx'
import type { ChainAct } from './chain-acts.ts'

/** The column of what a row waits for; nothing of it for who reads alone. */
export function chainColumn(
  acts: readonly ChainAct[],
  onAct: (act: ChainAct, row: TransactionRow) => void,
): Control<TransactionRow> {
  return {
    field: 'action',
    title: 'Action',
    width: 152,
    value: ({ is_splitted: isPaid }) => (isPaid ? 'Paid' : ''),
    cell: (row) => <RowAction row={row} acts={acts} onAct={onAct} />,
  }
}

type RowActionProps = {
  readonly row: TransactionRow
  readonly acts: readonly ChainAct[]
  readonly onAct: (act: ChainAct, row: TransactionRow) => void
}

/**
 * The one step that a row waits for, for whoever may take it, off with the reason where they in particular may not; a check
 * mark once it is paid (spec, back-office 4.1); and where it waits for somebody else, why it is not theirs.
 */
function RowAction({ row, acts, onAct }: RowActionProps) {
  if (row.is_splitted) return <PaidMark />
  const act = acts.find(({ name, from }) => name !== 'return' && from.includes(row.status))
  const { id, transaction_id: number } = row
  if (act === undefined)
    return acts.length === 0 ? null : (
      <WhyNotButton
        size="compact-xs"
        variant="subtle"
        label={`Why not: ${number}`}
        ids={[id]}
        acts={acts.map(({ name }) => name)}
      />
    )
  return (
    <ActButton
      id={id}
      verb={act.verb}
      acts={[act.name]}
      variant="light"
      label={`${act.verb} ${number}`}
      onAct={() => onAct(act, row)}
    />
  )
}
