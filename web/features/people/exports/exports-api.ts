import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Exports } from '#api/contracts/report.ts'
import { api } from '#web/shell/api-client.ts'

const EXPORTS = '/api/exports'

export type ExportRow = Exports['data']['data'][number]

/** The exports that the reader may see, the newest first: their own, or everybody's. */
export const exportsQuery = infiniteQueryOptions({
  queryKey: [EXPORTS],
  queryFn: ({ pageParam, signal }) => api.get<typeof Exports>(EXPORTS, { params: { after: pageParam }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ data }) => data.next ?? undefined,
})
