import { queryOptions } from '@tanstack/react-query'
import type { CoeList } from '#api/catalogue/contracts/coe.ts'
import { api } from './api-client.ts'

/** The hospitals, for choices and for their codes; they hardly ever change. */
export const coesQuery = queryOptions({
  queryKey: ['/api/coes'],
  queryFn: ({ signal }) => api.get<typeof CoeList>('/api/coes', { signal }),
  staleTime: 300_000,
})
