import { Link } from 'react-router-dom'
import { SidePanel } from '#web/ui/dialog.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import linked from '#web/features/money/transactions/transactions.module.css'
import type { ChatOf } from './chat-api.ts'
import { ChatPanel } from './chat-panel.tsx'

/** What of a dispute its drawer says. */
export type Chatted = ChatOf & { readonly reference: string }

/** The chat of a dispute beside the list or the bill that it was opened from (spec, S059 and S063). */
export function ChatDrawer({ reference, onClose, ...of }: Chatted & { readonly onClose: () => void }) {
  useReturnFocus()
  const search = of.disputeId === undefined ? '' : `?dispute=${encodeURIComponent(of.disputeId)}`
  return (
    <SidePanel onClose={onClose} title={`Dispute chat: ${reference}`} position="right" size="min(560px, 100%)">
      <ChatPanel {...of} />
      <p>
        <Link className={linked['link']} to={`/transactions/${encodeURIComponent(of.billId)}/dispute/chat${search}`}>
          Open on its own page
        </Link>
      </p>
    </SidePanel>
  )
}
