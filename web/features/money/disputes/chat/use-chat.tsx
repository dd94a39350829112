import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { onDemandOver } from '#web/shell/on-demand.tsx'
import { usePermission } from '#web/shell/session-queries.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { NOT_LOADED } from '#web/features/money/disputes/dispute-buttons.tsx'
import { unreadQuery } from './chat-api.ts'
import type { Chatted } from './chat-drawer.tsx'

const drawer = onDemandOver(() => import('./chat-drawer.tsx'))

type UseChat = {
  /** Opens the drawer; undefined for who may not read it. */
  readonly open: ((chatted: Chatted) => void) | undefined
  readonly drawer: ReactNode
  /** How many messages of a dispute the reader has not read. */
  readonly unreadOf: (disputeId: string) => number
}

/** The chats of disputes: their drawer, and what is unread in them, asked for where one is shown. */
export function useChat(isShown = true): UseChat {
  const mayRead = usePermission('VIEW_DISPUTE_CHAT')
  const [chatted, setChatted] = useState<Chatted>()
  const { data } = useQuery({ ...unreadQuery, enabled: mayRead && isShown })
  const unread = useMemo(() => new Map(data?.data.map((one) => [one.id, one.unread])), [data])
  const open = useMemo(
    () =>
      mayRead
        ? (chosen: Chatted) =>
            void drawer.fetch().then((module) => (module ? setChatted(chosen) : showToast('error', NOT_LOADED)))
        : undefined,
    [mayRead],
  )
  const unreadOf = useMemo(() => (id: string) => unread.get(id) ?? 0, [unread])
  const ChatDrawer = drawer.here()?.ChatDrawer
  const shown = chatted && ChatDrawer && <ChatDrawer {...chatted} onClose={() => setChatted(undefined)} />
  return { open, drawer: shown, unreadOf }
}
