import { queryOptions } from '@tanstack/react-query'
import type { CommentAnswer } from '#api/money/contracts/comment.ts'
import { api } from '#web/shell/api-client.ts'

/** The list of the API; `patient` is an id or a CHF id. */
export const commentsOf = (patient: string) => `/api/patients/${encodeURIComponent(patient)}/comments`

export const commentQuery = (patient: string, id: string) =>
  queryOptions({
    queryKey: [commentsOf(patient), 'one', id],
    queryFn: ({ signal }) =>
      api.get<typeof CommentAnswer>(`${commentsOf(patient)}/${encodeURIComponent(id)}`, { signal }),
  })
