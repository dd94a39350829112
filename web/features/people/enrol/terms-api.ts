import { queryOptions } from '@tanstack/react-query'
import type { Terms } from '#api/people/contracts/setting.ts'
import { api } from '#web/shell/api-client.ts'

const TERMS = '/api/sitesettings/application_terms_condition'

/** What whoever applies accepts, and its version. */
export const termsQuery = queryOptions({
  queryKey: [TERMS],
  queryFn: ({ signal }) => api.get<typeof Terms>(TERMS, { signal }),
})
