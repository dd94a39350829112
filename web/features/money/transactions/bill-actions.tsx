import { useState } from 'react'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import type { ChainAct } from '#web/features/money/payments/chain-acts.ts'
import { ChainButtons } from '#web/features/money/payments/chain-buttons.tsx'
import { ChainDialog } from '#web/features/money/payments/chain-dialog.tsx'
import { chosenRows } from '#web/features/money/payments/chain-target.ts'

type BillActionsProps = {
  readonly bill: TransactionDetail
  /** Opens the next bill of the list that led here. */
  readonly onNext: (() => void) | undefined
}

/** The reader's step on an opened bill, and its return. */
export function BillActions({ bill, onNext }: BillActionsProps) {
  const [asked, setAsked] = useState<ChainAct>()
  return (
    <>
      <ChainButtons rows={[bill]} onAct={setAsked} />
      {asked !== undefined && (
        <ChainDialog
          act={asked}
          target={chosenRows(asked, [bill])}
          onClose={() => setAsked(undefined)}
          onNext={onNext}
        />
      )}
    </>
  )
}
