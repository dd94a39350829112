import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DateText } from '#web/ui/date-text.tsx'
import { Detail } from '#web/ui/detail.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { eventQuery } from './ledger-api.ts'
import styles from './ledger.module.css'

type RawEventProps = {
  readonly id: string
  /** '' for an event that moves money. */
  readonly stream: string
  readonly onOpen: (event: { readonly id: string; readonly stream: string }) => void
  readonly onClose: () => void
}

/** An event as the log keeps it, in a drawer; leads on to the events that asked for it. */
export function RawEvent({ id, stream, onOpen, onClose }: RawEventProps) {
  const found = useQuery(eventQuery(id, stream))
  const event = found.data?.data
  return (
    <Detail title={event === undefined ? 'Event' : event.type} onClose={onClose}>
      {found.isPending && <Skeleton height={300} aria-label="Loading the event" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => found.refetch()} />}
      {event !== undefined && (
        <>
          <StatusChip
            status={event.hash_holds ? 'resolved' : 'refused'}
            label={event.hash_holds ? 'HASH HOLDS' : 'HASH DOES NOT HOLD'}
          />
          {event.wrong !== null && <p role="alert">{event.wrong}</p>}
          <Facts
            items={[
              { name: 'Log position', value: event.position },
              { name: 'Recorded', value: <DateText value={event.recorded_at} time /> },
              { name: 'By', value: event.actor },
              { name: 'By the right to', value: event.right_to || 'Unknown' },
              { name: 'Stream', value: event.stream },
              { name: 'Revision', value: event.revision },
            ]}
          />
          <Raw title="Data">{JSON.stringify(event.data, null, 2)}</Raw>
          <Raw title="Metadata">{JSON.stringify(event.meta, null, 2)}</Raw>
          {event.related.length > 0 && (
            <section aria-label="Requested by">
              <h2>Requested by</h2>
              <ul className={styles['related']}>
                {event.related.map((one) => (
                  <li key={one.id}>
                    <Button variant="default" size="xs" onClick={() => onOpen(one)}>
                      {one.type}
                    </Button>
                    <span>log position {one.position}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </Detail>
  )
}

function Raw({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <pre className={styles['raw']} tabIndex={0} aria-label={`${title} as stored`}>
        {children}
      </pre>
    </section>
  )
}
