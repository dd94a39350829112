import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

/** A button that a person may not use now stays visible and says why, on hover and focus. */
export function WithReason({ reason, children }: { reason: string | undefined; children: ReactNode }) {
  if (reason === undefined) return children
  return (
    <Tooltip label={reason} multiline maw={280}>
      <span tabIndex={0} aria-label={reason}>
        {children}
      </span>
    </Tooltip>
  )
}
