import { queryOptions } from '@tanstack/react-query'
import type {
  DisputeChat,
  DisputeCommentBody,
  DisputeCommented,
  DisputeRead,
  UnreadDisputes,
} from '#api/money/contracts/dispute-chat.ts'
import { api } from '#web/shell/api-client.ts'
import { newKey } from '#web/shell/submitting.ts'

/** Which dispute: the bill, by id or number, and the dispute where it is not the bill's newest one. */
export type ChatOf = { readonly billId: string; readonly disputeId?: string | undefined }

const pathOf = (billId: string): string => `/api/transactions/${encodeURIComponent(billId)}/dispute/comments`
const paramsOf = ({ disputeId }: ChatOf) => (disputeId === undefined ? {} : { dispute_id: disputeId })

/** A dispute with all that was said about it. */
export const chatQuery = (of: ChatOf) =>
  queryOptions({
    queryKey: [pathOf(of.billId), of.disputeId ?? 'newest'],
    queryFn: ({ signal }) => api.get<typeof DisputeChat>(pathOf(of.billId), { params: paramsOf(of), signal }),
  })

/** What comes behind a message; the server waits for it while the dispute is open. */
export const chatBehind = (billId: string, disputeId: string, seen: number, signal: AbortSignal) =>
  api.get<typeof DisputeChat>(pathOf(billId), { params: { dispute_id: disputeId, seen }, signal })

/** Says something about a dispute. */
export const sendComment = ({ billId, ...body }: DisputeCommentBody & { readonly billId: string }, key: string) =>
  api.post<typeof DisputeCommented>(pathOf(billId), body, key)

/** Notes that the reader has read up to a message. */
export const markRead = (billId: string, disputeId: string, number: number) =>
  api.post<typeof DisputeRead>(`${pathOf(billId)}/read`, { dispute_id: disputeId, number }, newKey())

const UNREAD = '/api/disputes/unread'

/** Where there are messages that the reader has not read; asked again now and then, as the menu's count is. */
export const unreadQuery = queryOptions({
  queryKey: [UNREAD],
  queryFn: ({ signal }) => api.get<typeof UnreadDisputes>(UNREAD, { signal }),
  refetchInterval: 30_000,
})
