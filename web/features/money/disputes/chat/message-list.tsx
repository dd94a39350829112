import { useLayoutEffect, useRef, useState } from 'react'
import type { DisputeChat, DisputeComment } from '#api/money/contracts/dispute-chat.ts'
import { DocumentList } from '#web/features/money/transactions/document-list.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { HIDDEN } from '#web/ui/hidden.ts'
import styles from './chat.module.css'

/** How near (px) to its end a list is read at its end. */
const AT_END = 40

/** What was said about a dispute, oldest first; it is open at its end, and stays there unless somebody has gone up to read. */
export function MessageList({ chat }: { readonly chat: DisputeChat }) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // What was new when it was opened stays marked while it is open.
  const [readBefore] = useState(chat.read)
  const { comments, last } = chat
  const isOwn = comments.at(-1)?.is_own === true
  useLayoutEffect(() => {
    const box = list.current
    if (box !== null && (isAtEnd.current || isOwn)) box.scrollTop = box.scrollHeight
  }, [last, isOwn])
  return (
    <div
      ref={list}
      className={styles['messages']}
      role="log"
      aria-label="Messages"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END
      }}
    >
      {comments.length === 0 ? (
        <p className={styles['none']}>No comments on this dispute yet. Be the first to comment.</p>
      ) : (
        <ol>
          {comments.map((one) => (
            <Message key={one.id} message={one} isNew={!one.is_own && one.number > readBefore} />
          ))}
        </ol>
      )}
    </div>
  )
}

type MessageProps = { readonly message: DisputeComment; readonly isNew: boolean }

function Message({ message: { user, comment, created_at: at, is_own: isOwn, documents }, isNew }: MessageProps) {
  return (
    <li data-own={isOwn}>
      <span className={styles['who']}>
        <strong>{isOwn ? `${user.name} (you)` : user.name}</strong>
        <small>{user.coe_name ?? 'Ministry'}</small>
        <small>
          <DateText value={at} time />
        </small>
        {isNew && <small>New</small>}
      </span>
      <span className={styles['text']}>{comment ?? HIDDEN}</span>
      {documents.length > 0 && <DocumentList documents={documents} />}
    </li>
  )
}
