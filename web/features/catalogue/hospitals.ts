import { queryOptions } from '@tanstack/react-query'
import type { output } from 'zod'
import type { CoeList } from '#api/catalogue/contracts/coe.ts'
import { api } from '#web/shell/api-client.ts'

/** The hospitals, for choices; they hardly ever change. */
export const coesQuery = queryOptions({
  queryKey: ['/api/coes'],
  queryFn: ({ signal }) => api.get<typeof CoeList>('/api/coes', { signal }),
  staleTime: 300_000,
})

/** The same as the choices of a select; none until they are read. */
export const hospitalChoices = (list: output<typeof CoeList> | undefined) =>
  (list?.data ?? []).map(({ id, coe_name: name }) => ({ value: id, label: name }))
