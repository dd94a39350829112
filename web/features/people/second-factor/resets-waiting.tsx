import { useQuery } from '@tanstack/react-query'
import { factorAt, resetNoticesQuery } from '#web/shell/reset-notices.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { WaitingList } from '#web/ui/waiting-list.tsx'

/** On the home of an administrator: lost phones whose reset another administrator requested, the oldest first. */
export default function ResetsWaiting() {
  const { data } = useQuery(resetNoticesQuery)
  return (
    <WaitingList
      title="Lost phones to confirm"
      waiting={(data?.data ?? []).toReversed().map(({ id, name, by, created_at: at }) => ({
        ...{ id, to: factorAt(id), name: name || 'A person' },
        about: (
          <>
            {by} requested the reset on <DateText value={at} time />
          </>
        ),
      }))}
    />
  )
}
