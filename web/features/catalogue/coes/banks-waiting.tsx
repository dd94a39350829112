import { useQuery } from '@tanstack/react-query'
import { bankOf, coeNoticesQuery } from '#web/shell/coe-notices.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { WaitingList } from '#web/ui/waiting-list.tsx'

/** On the home of whoever administers hospitals: bank details that somebody else gave and they may confirm, the oldest first. */
export default function BanksWaiting() {
  const { data } = useQuery(coeNoticesQuery)
  const waiting = (data?.data ?? []).filter(({ kind }) => kind === 'waiting').reverse()
  return (
    <WaitingList
      title="Bank details to confirm"
      waiting={waiting.map(({ id, coe_name: name, by, created_at: at }) => ({
        ...{ id, name, to: bankOf(id) },
        about: (
          <>
            {by} entered new ones on <DateText value={at} time />
          </>
        ),
      }))}
    />
  )
}
