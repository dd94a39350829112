import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BillDispute } from '#api/money/contracts/dispute.ts'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { DocumentList } from '#web/features/money/transactions/document-list.tsx'
import { HIDDEN } from '#web/ui/hidden.ts'
import { StatusChip } from '#web/ui/status.tsx'
import { WithReason } from '#web/ui/with-reason.tsx'
import styles from '#web/features/money/transactions/transactions.module.css'
import { actsQuery } from '#web/features/money/acts/acts-api.ts'
import { whyText } from '#web/features/money/acts/why-text.ts'
import { ChatButton } from './chat/chat-button.tsx'
import { useChat } from './chat/use-chat.tsx'
import { useEnd, useRaise } from './dispute-buttons.tsx'

const TITLES = {
  open: 'Disputed: payment is paused until the dispute is resolved',
  resolved: 'Dispute resolved: the bill is right',
  reversed: "Reversed after a dispute. The money is back in the patient's wallet.",
  withdrawn: 'Dispute withdrawn',
} as const

/** The newest dispute of a bill: why, by whom, how it ended; and the way to end it. */
export function DisputeBanner({ transaction }: { transaction: TransactionDetail }) {
  const { dispute } = transaction
  const chat = useChat(dispute !== null)
  const { end, dialog: ended } = useEnd()
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
            {dispute.documents.length > 0 && (
              <>
                <p>Attached by {dispute.raised_by}:</p>
                <DocumentList documents={dispute.documents} />
              </>
            )}
            {dispute.ended_at !== null && <Ended dispute={dispute} />}
            <Group gap="xs">
              {chat.open && (
                <ChatButton
                  reference={transaction.transaction_id}
                  unread={chat.unreadOf(dispute.id)}
                  onOpen={() =>
                    chat.open?.({
                      ...{ billId: transaction.id, disputeId: dispute.id, reference: transaction.transaction_id },
                    })
                  }
                />
              )}
              {dispute.endings.length > 0 && (
                <WithReason reason={reasonNotTo(dispute)}>
                  <Button disabled={reasonNotTo(dispute) !== undefined} onClick={() => end(transaction.id)}>
                    Resolve
                  </Button>
                </WithReason>
              )}
            </Group>
          </div>
        </Alert>
      )}
      {chat.drawer}
      {ended}
    </>
  )
}

/** The way to dispute a bill, for who may; none while a dispute is open, which its banner tells. */
export function RaiseDispute({ transaction }: { readonly transaction: TransactionDetail }) {
  const { raise, dialog } = useRaise()
  return (
    <>
      {raise && !transaction.is_disputed && <RaiseButton bill={transaction} onRaise={() => raise(transaction)} />}
      {dialog}
    </>
  )
}

/** Off with the reason where it cannot be disputed. */
function RaiseButton({ bill, onRaise }: { readonly bill: TransactionDetail; readonly onRaise: () => void }) {
  const { data } = useQuery(actsQuery('transactions', bill.id))
  const why = data?.find(({ act }) => act === 'dispute')?.why ?? undefined
  return (
    <WithReason reason={why && whyText(why)}>
      <Button variant="default" disabled={why !== undefined} onClick={onRaise}>
        Dispute
      </Button>
    </WithReason>
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
