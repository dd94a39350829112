import { queryOptions } from '@tanstack/react-query'
import type { WaitingAnswer } from '#api/money/contracts/waiting.ts'
import { api } from '#web/shell/api-client.ts'

const WAITING = '/api/fanda/payment/waiting'

/** What waits for the signed-in person in the payment chain; read again now and then, as the menu's count is. */
export const waitingQuery = queryOptions({
  queryKey: [WAITING],
  queryFn: ({ signal }) => api.get<typeof WaitingAnswer>(WAITING, { signal }),
  refetchInterval: 60_000,
})
