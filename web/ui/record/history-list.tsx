import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { HistoryEntry } from '#api/contracts/history.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import styles from './record.module.css'

/** Every event of a record, newest first as given: who, what, when, why, by which right; each opens its raw event. */
export function HistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  const [open, setOpen] = useState<number>()
  if (entries.length === 0) return <EmptyState title="No data available" />
  return (
    <ol className={styles['history']}>
      {entries.map(({ position, what, who, at, why, right_to: rightTo, raw }) => {
        const isOpen = open === position
        const Chevron = isOpen ? IconChevronDown : IconChevronRight
        return (
          <li key={position}>
            <UnstyledButton
              className={styles['entry'] ?? ''}
              aria-expanded={isOpen}
              onClick={() => setOpen(isOpen ? undefined : position)}
            >
              <Chevron size={16} aria-hidden />
              <span>
                <strong>{what}</strong>
                <span className={styles['line']}>
                  {who}, <DateText value={at} time />
                  {rightTo !== '' && `, by the right to ${rightTo}`}
                </span>
                {why && <span className={styles['line']}>Reason: {why}</span>}
              </span>
            </UnstyledButton>
            {isOpen && (
              <pre className={styles['raw']} tabIndex={0} aria-label="Raw event">
                {JSON.stringify(raw, null, 2)}
              </pre>
            )}
          </li>
        )
      })}
    </ol>
  )
}
