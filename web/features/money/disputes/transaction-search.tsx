import { Anchor, Button, Group, Skeleton, Table } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { ZodType } from 'zod'
import { isBlank } from '#domain/kernel/blank.ts'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import { api } from '#web/shell/api-client.ts'
import { ApiError } from '#web/shell/api-error.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { ChatButton } from './chat/chat-button.tsx'
import { useChat } from './chat/use-chat.tsx'
import { DisputeButton, useEnd, useRaise } from './dispute-buttons.tsx'

type Found = { readonly data: { readonly data: readonly TransactionRow[] } }

const foundQuery = (q: string) =>
  queryOptions({
    queryKey: ['/api/transaction/search', q],
    queryFn: ({ signal }) => api.get<ZodType<Found>>('/api/transaction/search', { params: { q }, signal }),
    enabled: q !== '',
  })

/** Finds transactions by their number or a CHF id, opens one, and disputes it for who may (spec, S064 and S066). */
export function TransactionSearch() {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  const [isMissing, setMissing] = useState(false)
  const found = useQuery(foundQuery(wanted))
  const isOfTyped = wanted !== '' && wanted === typed.trim()
  const rows = isOfTyped ? (found.data?.data.data ?? []) : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(isBlank(typed))
    setWanted(typed.trim())
  }
  return (
    <Panel title="Transactions search">
      <form onSubmit={submit} noValidate>
        <Group align="flex-end">
          <TextField
            type="search"
            label="Search With Transaction ID or patient CHF ID"
            value={typed}
            maxLength={60}
            w="min(420px, 100%)"
            error={isMissing ? 'You must enter a transaction ID to search' : undefined}
            onChange={setTyped}
          />
          <Button type="submit" loading={found.isFetching}>
            Search
          </Button>
        </Group>
      </form>
      {isOfTyped && found.isPending && <Skeleton height={120} mt="md" role="status" aria-label="Searching" />}
      {isOfTyped && found.isError && <ErrorState error={failureOf(found.error)} onRetry={() => found.refetch()} />}
      {isOfTyped && found.isSuccess && rows.length === 0 && (
        <EmptyState title="No data available" hint="No bill has this number. A number looks like TRX-2026-000123." />
      )}
      {rows.length > 0 && <FoundTable rows={rows} />}
    </Panel>
  )
}

/** Whether a bill is one that a dispute holds up, or ended; what stands after one has its chat on its own page. */
const hasDispute = ({ is_disputed: isOpen, status }: TransactionRow): boolean => isOpen || status === 'reversed'

/** What is said where the search got no answer (messages.tsv, M168); an answer says itself what was wrong. */
const failureOf = (error: Error) =>
  error instanceof ApiError && error.status === 0 ? new ApiError(0, NO_ANSWER) : error
const NO_ANSWER = 'A possible server error occured. Also make sure you have a stable internet before trying again.'

function FoundTable({ rows }: { readonly rows: readonly TransactionRow[] }) {
  const { pathname } = useLocation()
  const { raise, dialog } = useRaise()
  const chat = useChat(rows.some(hasDispute))
  const acts = raise !== undefined || chat.open !== undefined
  const { end, dialog: ended } = useEnd()
  return (
    <ScrollRegion label="Transactions found">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Transaction ID</Table.Th>
            <Table.Th>Drug or service</Table.Th>
            <Table.Th ta="right">Total (NGN)</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Hospital</Table.Th>
            <Table.Th>Date</Table.Th>
            {acts && <Table.Th>Action</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td data-whole>
                <Anchor component={Link} to={`${pathname.replace(/\/$/, '')}/${row.id}`} state={{ fromList: true }}>
                  {row.transaction_id}
                </Anchor>
              </Table.Td>
              <Table.Td>{row.item}</Table.Td>
              <Table.Td ta="right">
                <Money naira={row.total} bare />
              </Table.Td>
              <Table.Td>
                <StatusChip status={row.status} />
              </Table.Td>
              <Table.Td>{row.coe.coe_name}</Table.Td>
              <Table.Td>
                <DateText value={row.created_at} />
              </Table.Td>
              {acts && (
                <Table.Td>
                  {chat.open && hasDispute(row) && (
                    <ChatButton
                      reference={row.transaction_id}
                      unread={chat.unreadOn(row.id)}
                      isCompact
                      onOpen={() => chat.open?.({ billId: row.id, reference: row.transaction_id })}
                    />
                  )}
                  {raise && <DisputeButton row={row} onRaise={raise} onEnd={end} />}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {dialog}
      {chat.drawer}
      {ended}
    </ScrollRegion>
  )
}
