import { Text } from '@mantine/core'
import type { Draft } from '#web/shell/drafts.ts'
import { dateTimeText } from '#web/ui/dates.ts'

/** Says of a form that it shows what was typed earlier, and when that was saved. */
export function Restored({ draft }: { readonly draft: Draft<unknown> }) {
  return (
    <Text role="status" fz={14}>
      What you typed is here again, as saved on this device on {dateTimeText(new Date(draft.at).toISOString())}.
    </Text>
  )
}
