import { queryOptions } from '@tanstack/react-query'
import type { Done } from '#api/contracts/done.ts'
import type { OutboxList } from '#api/people/contracts/outbox.ts'
import { api } from '#web/shell/api-client.ts'

const OUTBOX = '/api/outbox'

/** The states that mail can be in, by the name that the address has for them. */
export const MAIL_VIEWS = [
  { value: 'dead', label: 'Could not be sent' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
] as const
export type MailView = (typeof MAIL_VIEWS)[number]['value']

/** Mail of a state, read again while one looks: it goes out by itself. */
export const outboxQuery = (state: MailView) =>
  queryOptions({
    queryKey: [OUTBOX, state],
    queryFn: ({ signal }) => api.get<typeof OutboxList>(`${OUTBOX}?state=${state}`, { signal }),
    refetchInterval: 15_000,
  })

export const retryMail = (body: { mail_id: string }, key: string) => api.post<typeof Done>(`${OUTBOX}/retry`, body, key)
