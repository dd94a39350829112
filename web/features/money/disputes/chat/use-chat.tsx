import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { z } from 'zod'
import type { UnreadDisputes } from '#api/money/contracts/dispute-chat.ts'
import { onDemandOver } from '#web/shell/on-demand.tsx'
import { usePermission } from '#web/shell/session-queries.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { NOT_LOADED } from '#web/features/money/disputes/dispute-buttons.tsx'
import { unreadQuery } from './chat-api.ts'
import type { Chatted } from './chat-drawer.tsx'

const drawer = onDemandOver(() => import('./chat-drawer.tsx'))

type Unread = z.infer<typeof UnreadDisputes>['data'][number]

type UseChat = {
  /** Opens the drawer; undefined for who may not read it. */
  readonly open: ((chatted: Chatted) => void) | undefined
  readonly drawer: ReactNode
  /** How many messages of a dispute the reader has not read. */
  readonly unreadOf: (disputeId: string) => number
  /** The same of all disputes of a bill. */
  readonly unreadOn: (billId: string) => number
}

/** The chats of disputes: their drawer, and what is unread in them, asked for where one is shown. */
export function useChat(isShown: boolean): UseChat {
  const mayRead = usePermission('VIEW_DISPUTE_CHAT')
  const [chatted, setChatted] = useState<Chatted>()
  const { data } = useQuery({ ...unreadQuery, enabled: mayRead && isShown })
  const open = useMemo(
    () =>
      mayRead
        ? (chosen: Chatted) =>
            void drawer.fetch().then((module) => (module ? setChatted(chosen) : showToast('error', NOT_LOADED)))
        : undefined,
    [mayRead],
  )
  const { unreadOf, unreadOn } = useMemo(() => {
    const counted = (of: (one: Unread) => boolean) =>
      (data?.data ?? []).filter(of).reduce((sum, { unread }) => sum + unread, 0)
    return {
      unreadOf: (disputeId: string) => counted(({ id }) => id === disputeId),
      unreadOn: (billId: string) => counted(({ transaction }) => transaction.id === billId),
    }
  }, [data])
  const ChatDrawer = drawer.here()?.ChatDrawer
  const shown = chatted && ChatDrawer && <ChatDrawer {...chatted} onClose={() => setChatted(undefined)} />
  return { open, drawer: shown, unreadOf, unreadOn }
}
