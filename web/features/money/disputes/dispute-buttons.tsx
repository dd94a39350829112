import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { onDemandOver } from '#web/shell/on-demand.tsx'
import type { Control } from '#web/ui/data-grid/columns-of.ts'
import { showToast } from '#web/ui/toasts.tsx'
import type { Disputable } from './raise-dialog.tsx'

// With what checks and attaches documents: only who disputes fetches it, not whoever reads a list.
const dialog = onDemandOver(() => import('./raise-dialog.tsx'))
export const NOT_LOADED = 'The form could not be loaded. Make sure you are connected to the internet, then try again.'

/** What lists show of a bill that can be disputed: its payment is not under way, and no dispute is open. */
const DISPUTABLE: readonly string[] = ['billed', 'returned', 'answered']

/** Opens the dialog that disputes a bill; nothing for who may not. */
export function useRaise(): { readonly raise: ((bill: Disputable) => void) | undefined; readonly dialog: ReactNode } {
  const mayFlag = usePermission('FLAG_TRANSACTION')
  const [bill, setBill] = useState<Disputable>()
  const raise = useMemo(
    () =>
      mayFlag
        ? (chosen: Disputable) =>
            void dialog.fetch().then((module) => (module ? setBill(chosen) : showToast('error', NOT_LOADED)))
        : undefined,
    [mayFlag],
  )
  const RaiseDialog = dialog.here()?.RaiseDialog
  const shown = bill && RaiseDialog && <RaiseDialog bill={bill} onClose={() => setBill(undefined)} />
  return { raise, dialog: shown }
}

export const isDisputable = ({ status }: Pick<TransactionRow, 'status'>): boolean => DISPUTABLE.includes(status)

/** A Dispute button in each row that can be disputed, of the present alone; with the dialog that it opens. */
export function useDisputeColumn(isNow: boolean): {
  readonly controls: readonly Control<TransactionRow>[]
  readonly dialog: ReactNode
} {
  const { raise, dialog: shown } = useRaise()
  const controls = useMemo(() => (raise === undefined || !isNow ? [] : [controlFor(raise)]), [raise, isNow])
  return { controls, dialog: shown }
}

const controlFor = (raise: (bill: Disputable) => void): Control<TransactionRow> => ({
  field: 'dispute',
  title: 'Dispute',
  width: 108,
  value: () => '',
  cell: (row) =>
    isDisputable(row) ? (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Dispute ${row.transaction_id}`}
        onClick={() => raise(row)}
      >
        Dispute
      </Button>
    ) : null,
})
