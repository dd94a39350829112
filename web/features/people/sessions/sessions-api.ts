import { queryOptions } from '@tanstack/react-query'
import type { OwnSessions, SignedOut } from '#api/people/contracts/own-sessions.ts'
import { api } from '#web/shell/api-client.ts'

const SESSIONS = '/api/sessions'

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: [SESSIONS],
  queryFn: ({ signal }) => api.get<typeof OwnSessions>(SESSIONS, { signal }),
})

export const endSession = ({ id }: { id: string }, key: string) =>
  api.delete<typeof SignedOut>(`${SESSIONS}/${id}`, key)

export const endOtherSessions = (_: object, key: string) => api.delete<typeof SignedOut>(SESSIONS, key)
