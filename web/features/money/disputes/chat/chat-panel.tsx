import { Skeleton } from '@mantine/core'
import { DocumentList } from '#web/features/money/transactions/document-list.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { HIDDEN } from '#web/ui/hidden.ts'
import { StatusChip } from '#web/ui/status.tsx'
import type { ChatOf } from './chat-api.ts'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'
import { useLiveChat } from './use-live-chat.ts'
import styles from './chat.module.css'

/** A dispute's reason, what was said about it, live, and while it is open a field to write in (spec, back-office 2.2). */
export function ChatPanel(of: ChatOf) {
  const { data, isPending, isError, error, refetch } = useLiveChat(of)
  const chat = data?.data
  if (isPending) return <Skeleton height={320} role="status" aria-label="Loading the messages" />
  if (chat === undefined) return isError ? <ErrorState error={error} onRetry={() => refetch()} /> : null
  const { raiser, created_at: raisedAt, status, reason_for_dispute: reason, send_refused: refused } = chat
  return (
    <div className={styles['chat']}>
      <p>
        <StatusChip status={status} /> {raiser.name} disputed {chat.transaction.transaction_id} on{' '}
        <DateText value={raisedAt} time />:
      </p>
      <blockquote aria-label="Reason for dispute">{reason ?? HIDDEN}</blockquote>
      {chat.documents.length > 0 && (
        <>
          <p>Attached by {raiser.name}:</p>
          <DocumentList documents={chat.documents} />
        </>
      )}
      <MessageList key={`messages-${chat.id}`} chat={chat} />
      {refused === null ? (
        <MessageForm key={`form-${chat.id}`} billId={of.billId} disputeId={chat.id} />
      ) : (
        <p role="status">{refused}</p>
      )}
    </div>
  )
}
