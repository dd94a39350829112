import { Button, Skeleton, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OwnSession } from '#api/people/contracts/own-sessions.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { deviceName } from './device-name.ts'
import { endOtherSessions, endSession, sessionsQuery } from './sessions-api.ts'
import styles from './sessions.module.css'

/** Where the person is signed in, to sign out there. */
export default function SessionsScreen() {
  const { data, isPending, error, refetch } = useQuery(sessionsQuery)
  const others = useCommand({ run: endOtherSessions, success: ({ message }) => message })
  const sessions = data?.data ?? []
  const action = (
    <Button
      variant="default"
      disabled={sessions.length < 2}
      loading={others.isRunning}
      onClick={() => void others.submit({})}
    >
      Sign out all others
    </Button>
  )
  return (
    <Screen
      title="My sessions"
      intro="Devices where you are signed in. If you do not know one, sign it out and tell the help desk."
      action={action}
    >
      {isPending && <Skeleton height={160} role="status" aria-label="Loading sessions" />}
      {!isPending && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
      {sessions.length > 0 && <Sessions sessions={sessions} />}
    </Screen>
  )
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const command = useCommand({ run: endSession, success: ({ message }) => message })
  return (
    <ScrollRegion label="My sessions" className={styles['table']}>
      <Table horizontalSpacing="sm" fz={14}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Device</Table.Th>
            <Table.Th>Address</Table.Th>
            <Table.Th>Signed in</Table.Th>
            <Table.Th>Last seen</Table.Th>
            <Table.Th data-chrome>Action</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map(({ id, support, device, address, since, last_seen_at: seen, is_this: isThis }) => (
            <Table.Tr key={id}>
              <Table.Td title={device ?? ''}>
                {deviceName(device)}
                {support !== null && <div>Support: {support} (read only)</div>}
              </Table.Td>
              <Table.Td data-name="Address">{address ?? 'Unknown'}</Table.Td>
              <Table.Td data-name="Signed in">
                <DateText value={since} time />
              </Table.Td>
              <Table.Td data-name="Last seen">
                <DateText value={seen} time />
              </Table.Td>
              <Table.Td data-chrome>
                {isThis ? (
                  'This session'
                ) : (
                  <Button
                    size="compact-xs"
                    variant="default"
                    className={styles['end'] ?? ''}
                    aria-label={`Sign out ${deviceName(device)}, ${address ?? 'unknown address'}`}
                    disabled={command.isRunning}
                    onClick={() => void command.submit({ id })}
                  >
                    Sign out
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}
