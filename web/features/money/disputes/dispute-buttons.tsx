import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { onDemandOver } from '#web/shell/on-demand.tsx'
import type { Control } from '#web/ui/data-grid/columns-of.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { ActButton } from '#web/features/money/acts/act-button.tsx'
import type { Disputable } from './raise-dialog.tsx'

// With what checks and attaches documents: only who disputes fetches it, not whoever reads a list.
const dialog = onDemandOver(() => import('./raise-dialog.tsx'))
const ending = onDemandOver(() => import('./end-dialog.tsx'))
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

const isDisputable = ({ status }: Pick<TransactionRow, 'status'>): boolean => DISPUTABLE.includes(status)

/** Dispute, or Resolve, in each row, of the present alone; off with the reason where it cannot be; with the dialogs that they open. */
export function useDisputeColumn(isNow: boolean): {
  readonly controls: readonly Control<TransactionRow>[]
  readonly dialog: ReactNode
} {
  const { raise, dialog: shown } = useRaise()
  const { end, dialog: ended } = useEnd()
  const controls = useMemo(() => (raise === undefined || !isNow ? [] : [controlFor(raise, end)]), [raise, end, isNow])
  const dialogs = (
    <>
      {shown}
      {ended}
    </>
  )
  return { controls, dialog: dialogs }
}

/** Opens the dialog that ends the dispute of a bill. */
export function useEnd(): { readonly end: (billId: string) => void; readonly dialog: ReactNode } {
  const [billId, setBillId] = useState<string>()
  const end = useCallback(
    (chosen: string) =>
      void ending.fetch().then((module) => (module ? setBillId(chosen) : showToast('error', NOT_LOADED))),
    [],
  )
  const EndDialog = ending.here()?.EndDialog
  const shown = billId !== undefined && EndDialog && <EndDialog billId={billId} onClose={() => setBillId(undefined)} />
  return { end, dialog: shown }
}

const controlFor = (raise: (bill: Disputable) => void, end: (billId: string) => void): Control<TransactionRow> => ({
  field: 'dispute',
  title: 'Dispute',
  width: 112,
  value: () => '',
  cell: (row) => <DisputeButton row={row} onRaise={raise} onEnd={end} />,
})

/** How a dispute ends: where the reader may do none of it, the first says why. */
export const ENDINGS = ['resolved', 'reversed', 'withdrawn']

type DisputeButtonProps = {
  readonly row: Pick<TransactionRow, 'status' | 'is_disputed'> & Disputable
  readonly onRaise: (bill: Disputable) => void
  readonly onEnd: (billId: string) => void
}

/** Disputes a row's bill, or ends its dispute; where that cannot be, off, and it says why. */
export const DisputeButton = ({ row, onRaise, onEnd }: DisputeButtonProps) =>
  row.is_disputed ? (
    <ActButton
      id={row.id}
      verb="Resolve"
      acts={ENDINGS}
      label={`Resolve ${row.transaction_id}`}
      onAct={() => onEnd(row.id)}
    />
  ) : (
    <ActButton
      id={row.id}
      verb="Dispute"
      acts={['dispute']}
      isOff={!isDisputable(row)}
      label={`Dispute ${row.transaction_id}`}
      onAct={() => onRaise(row)}
    />
  )
