import { Button } from '@mantine/core'

type ChatButtonProps = {
  /** Of the bill. */
  readonly reference: string
  readonly unread: number
  readonly isCompact?: boolean
  readonly onOpen: () => void
}

/** Opens the chat of a dispute, and says how many messages there are new. */
export function ChatButton({ reference, unread, isCompact = false, onOpen }: ChatButtonProps) {
  const news = unread === 0 ? '' : `, ${unread} unread`
  return (
    <Button
      {...(isCompact ? { size: 'compact-xs' as const, mr: 'xs' } : {})}
      variant="default"
      aria-label={`Chat: ${reference}${news}`}
      onClick={onOpen}
    >
      {unread === 0 ? 'Chat' : isCompact ? `Chat (${unread})` : `Chat (${unread} new)`}
    </Button>
  )
}
