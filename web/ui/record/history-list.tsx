import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import styles from './record.module.css'

/** One event of a record in plain words, and the event as it is stored. */
export type HistoryEntry = {
  readonly id: string
  /** What happened, as a sentence: 'Recommended for payment'. */
  readonly what: string
  readonly who: string
  /** ISO. */
  readonly when: string
  readonly why?: string | null
  /** What whoever did it may do, after 'the right to': 'recommend payments'. */
  readonly rightTo?: string | null
  /** The raw event; shown as JSON on demand. */
  readonly event: unknown
}

/** Every event of a record, newest first as given: who, what, when, why, by which right; each opens its raw event. */
export function HistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  const [open, setOpen] = useState<string>()
  if (entries.length === 0) return <EmptyState title="No data available" />
  return (
    <ol className={styles['history']}>
      {entries.map(({ id, what, who, when, why, rightTo, event }) => {
        const isOpen = open === id
        const Chevron = isOpen ? IconChevronDown : IconChevronRight
        return (
          <li key={id}>
            <UnstyledButton
              className={styles['entry'] ?? ''}
              aria-expanded={isOpen}
              onClick={() => setOpen(isOpen ? undefined : id)}
            >
              <Chevron size={16} aria-hidden />
              <span>
                <strong>{what}</strong>
                <span className={styles['line']}>
                  {who}, <DateText value={when} time />
                  {rightTo ? `, by the right to ${rightTo}` : ''}
                </span>
                {why && <span className={styles['line']}>Reason: {why}</span>}
              </span>
            </UnstyledButton>
            {isOpen && (
              <pre className={styles['raw']} tabIndex={0} aria-label="Raw event">
                {JSON.stringify(event, null, 2)}
              </pre>
            )}
          </li>
        )
      })}
    </ol>
  )
}
