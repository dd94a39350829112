import { Button, Skeleton, Table, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { OutboxMail } from '#api/people/contracts/outbox.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { MAIL_VIEWS, type MailView, outboxQuery, retryMail } from './mail-api.ts'
import styles from './mail.module.css'

const EMPTY = {
  dead: {
    title: 'No email needs attention',
    hint: 'Emails that a mail server refused, or that failed ten times, appear here.',
  },
  waiting: { title: 'No email is waiting', hint: 'Emails go out within seconds while the mail server accepts them.' },
  sent: { title: 'No email was sent in the last two months', hint: 'Older entries are deleted.' },
} as const

/** Mail of the portal, for administrators: whom it is to and what came of it, nothing of what it says. */
export default function MailScreen() {
  const [params, setParams] = useSearchParams()
  const view = MAIL_VIEWS.find(({ value }) => value === params.get('state'))?.value ?? 'dead'
  const { data, isPending, error, refetch } = useQuery(outboxQuery(view))
  const counts = data?.data.counts
  return (
    <Screen
      title="Mail"
      intro="Emails that the portal sends, and those it could not send. Their contents are not kept."
    >
      <Tabs
        value={view}
        onChange={(state) => setParams(state === null || state === 'dead' ? {} : { state }, { replace: true })}
      >
        <Tabs.List mb="md">
          {MAIL_VIEWS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {counts === undefined ? label : `${label} (${counts[value].toLocaleString('en-NG')})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view}>
          {isPending && <Skeleton height={240} role="status" aria-label="Loading mail" />}
          {!isPending && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
          {data?.data.mails.length === 0 && <EmptyState {...EMPTY[view]} />}
          {data !== undefined && data.data.mails.length > 0 && <Mails view={view} mails={data.data.mails} />}
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

function Mails({ view, mails }: { view: MailView; mails: readonly OutboxMail[] }) {
  const command = useCommand({ run: retryMail, success: ({ message }) => message })
  return (
    <ScrollRegion label="Mail" className={styles['table']}>
      <Table horizontalSpacing="sm" fz={14}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>To</Table.Th>
            <Table.Th>About</Table.Th>
            <Table.Th>Asked for</Table.Th>
            <Table.Th ta="right">Tries</Table.Th>
            <Table.Th>{view === 'sent' ? 'Sent' : 'Last error'}</Table.Th>
            {view === 'waiting' && <Table.Th>Next try</Table.Th>}
            {view === 'dead' && <Table.Th>Action</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {mails.map((mail) => (
            <Table.Tr key={mail.id}>
              <Table.Td>{mail.to}</Table.Td>
              <Table.Td>{mail.kind}</Table.Td>
              <Table.Td>
                <DateText value={mail.asked_at} time />
              </Table.Td>
              <Table.Td ta="right">{mail.tries}</Table.Td>
              <Table.Td className={view === 'sent' ? '' : (styles['error'] ?? '')}>
                {view === 'sent' ? <DateText value={mail.sent_at} time /> : (mail.error ?? 'None yet')}
              </Table.Td>
              {view === 'waiting' && (
                <Table.Td>
                  <DateText value={mail.next_try_at} time />
                </Table.Td>
              )}
              {view === 'dead' && (
                <Table.Td>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Try again: ${mail.kind}, to ${mail.to}`}
                    disabled={command.isRunning}
                    onClick={() => void command.submit({ mail_id: mail.id })}
                  >
                    Try again
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}
