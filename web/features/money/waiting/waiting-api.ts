import { queryOptions } from '@tanstack/react-query'
import type { LateAnswer, WaitingAnswer } from '#api/money/contracts/waiting.ts'
import { api } from '#web/shell/api-client.ts'

const WAITING = '/api/fanda/payment/waiting'
const LATE = '/api/fanda/payment/late'

/** What waits for the signed-in person in the payment chain; read again now and then, as the menu's count is. */
export const waitingQuery = queryOptions({
  queryKey: [WAITING],
  queryFn: ({ signal }) => api.get<typeof WaitingAnswer>(WAITING, { signal }),
  refetchInterval: 60_000,
})

/** What waits for longer than its deadline: at the reader's step, and at those below them. */
export const lateQuery = queryOptions({
  queryKey: [LATE],
  queryFn: ({ signal }) => api.get<typeof LateAnswer>(LATE, { signal }),
  refetchInterval: 60_000,
})
