import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { BillDispute } from '#api/money/contracts/dispute.ts'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { onDemandOver } from '#web/shell/on-demand.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { HIDDEN } from '#web/ui/hidden.ts'
import { StatusChip } from '#web/ui/status.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { WithReason } from '#web/ui/with-reason.tsx'
import styles from '#web/features/money/transactions/transactions.module.css'
import { isDisputable, NOT_LOADED, useRaise } from './dispute-buttons.tsx'

// Only who ends a dispute fetches the form, not whoever reads a bill.
const ending = onDemandOver(() => import('./end-dialog.tsx'))

const TITLES = {
  open: 'Disputed: no step of its payment is taken until the dispute is ended',
  resolved: 'A dispute was resolved: the transaction stands',
  reversed: 'Reversed after a dispute: its money is back in the patient’s wallet',
  withdrawn: 'A dispute was withdrawn',
} as const

/** The newest dispute of a bill: why, by whom, how it ended; and the ways to raise and to end one. */
export function DisputeBanner({ transaction }: { transaction: TransactionDetail }) {
  const { dispute } = transaction
  const { raise, dialog } = useRaise()
  const [isEnding, setEnding] = useState(false)
  const end = async () => {
    if (await ending.fetch()) setEnding(true)
    else showToast('error', NOT_LOADED)
  }
  const EndDialog = ending.here()?.EndDialog
  return (
    <>
      {dispute && (
        <Alert
          color={dispute.status === 'open' || dispute.status === 'reversed' ? 'red' : 'gray'}
          variant="outline"
          icon={dispute.status === 'open' ? <IconAlertTriangle aria-hidden /> : <IconInfoCircle aria-hidden />}
          title={<span className={styles['bannerTitle']}>{TITLES[dispute.status]}</span>}
        >
          <div className={styles['parts']}>
            <p>
              {dispute.raised_by} disputed it on <DateText value={dispute.raised_at} time />:
            </p>
            <blockquote>{dispute.reason_for_dispute ?? HIDDEN}</blockquote>
            {dispute.ended_at !== null && <Ended dispute={dispute} />}
            {dispute.endings.length > 0 && (
              <div>
                <WithReason reason={reasonNotTo(dispute)}>
                  <Button disabled={reasonNotTo(dispute) !== undefined} onClick={() => void end()}>
                    Resolve
                  </Button>
                </WithReason>
              </div>
            )}
          </div>
        </Alert>
      )}
      {raise && isDisputable(transaction) && (
        <div>
          <Button variant="default" onClick={() => raise(transaction)}>
            Dispute
          </Button>
        </div>
      )}
      {dialog}
      {isEnding && EndDialog && <EndDialog billId={transaction.id} onClose={() => setEnding(false)} />}
    </>
  )
}

/** Why the reader may end it in no way; undefined where they may in one. */
function reasonNotTo({ endings }: BillDispute): string | undefined {
  return endings.some(({ refused }) => refused === null) ? undefined : (endings[0]?.refused ?? undefined)
}

function Ended({ dispute }: { dispute: BillDispute }) {
  return (
    <>
      <p>
        <StatusChip status={dispute.status} /> by {dispute.ended_by} on <DateText value={dispute.ended_at} time />
        {dispute.comment === null ? '.' : ':'}
      </p>
      {dispute.comment !== null && <blockquote>{dispute.comment}</blockquote>}
    </>
  )
}
