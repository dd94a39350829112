import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DisputeChat } from '#api/money/contracts/dispute-chat.ts'
import { ApiError } from '#web/shell/api-error.ts'
import { menuQuery } from '#web/shell/session-queries.ts'
import { chatBehind, type ChatOf, chatQuery, markRead, unreadQuery } from './chat-api.ts'

/** A server that does not keep one waiting has all its waiting room taken: it is asked now and then. */
const [QUICK_MS, ASKED_EVERY_MS] = [2_000, 10_000]
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [1_000, 15_000]

/**
 * The chat of a dispute, with what others write as they write it, while this tab is looked at: one call waits at the server,
 * and the next begins where it ended, also behind a restart. What is on the screen is read.
 */
export function useLiveChat({ billId, disputeId }: ChatOf) {
  const client = useQueryClient()
  const chat = useQuery(chatQuery({ billId, disputeId }))
  const shown = chat.data?.data
  const id = shown?.id
  const isOpen = shown?.status === 'open'
  useEffect(() => {
    if (id === undefined || !isOpen) return
    const left = new AbortController()
    void follow(client, { billId, disputeId }, id, left.signal)
    return () => left.abort()
  }, [client, billId, disputeId, id, isOpen])
  const [last, read] = [shown?.last ?? 0, shown?.read ?? 0]
  useEffect(() => {
    if (id === undefined || last <= read) return
    const left = new AbortController()
    void note(client, { billId, disputeId }, id, last, left.signal)
    return () => left.abort()
  }, [client, billId, disputeId, id, last, read])
  return chat
}

async function follow(client: QueryClient, of: ChatOf, id: string, left: AbortSignal): Promise<void> {
  const { queryKey } = chatQuery(of)
  let failures = 0
  while (!left.aborted) {
    await untilLookedAt(left)
    const known = client.getQueryData(queryKey)?.data
    if (known === undefined || left.aborted) return
    const askedAt = performance.now()
    try {
      const { data: more } = await chatBehind(of.billId, id, known.last, left)
      failures = 0
      client.setQueryData(queryKey, (now) => now && { ...now, data: withMore(now.data, more) })
      const isQuick = more.comments.length === 0 && performance.now() - askedAt < QUICK_MS
      if (isQuick) await pause(ASKED_EVERY_MS, left)
    } catch (error) {
      if (left.aborted) return
      // Another answer than now will not come: the session has ended, or it is out of reach.
      if (!(error instanceof ApiError) || [400, 401, 403, 404, 422].includes(error.status)) return
      await pause(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS), left)
      failures += 1
    }
  }
}

/** What stands there, with what came behind it; a message that is there already stays once. */
function withMore(now: DisputeChat, more: DisputeChat): DisputeChat {
  const added = more.comments.filter(({ number }) => number > now.last)
  return {
    ...more,
    comments: [...now.comments, ...added],
    last: Math.max(now.last, more.last),
    read: Math.max(now.read, more.read),
  }
}

async function note(client: QueryClient, of: ChatOf, id: string, last: number, left: AbortSignal): Promise<void> {
  await untilLookedAt(left)
  if (left.aborted) return
  try {
    const { data } = await markRead(of.billId, id, last)
    client.setQueryData(
      chatQuery(of).queryKey,
      (now) => now && { ...now, data: { ...now.data, read: Math.max(now.data.read, data.read) } },
    )
    for (const { queryKey } of [unreadQuery, menuQuery]) void client.invalidateQueries({ queryKey })
  } catch (error) {
    // They stay unread, and the next look tells again.
    console.warn('The server was not told that the messages were read', error)
  }
}

/** Whoever has left this tab has no line kept open, of the few that a browser has. */
function untilLookedAt(left: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible' || left.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' && !left.aborted) return
      document.removeEventListener('visibilitychange', look)
      left.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    left.addEventListener('abort', look)
  })
}

function pause(ms: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      left.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    left.addEventListener('abort', end)
  })
}
