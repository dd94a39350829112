import { useQuery } from '@tanstack/react-query'
import { fundingAbout, fundingAt, fundingNoticesQuery } from '#web/shell/funding-notices.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Money } from '#web/ui/money.tsx'
import { WaitingList } from '#web/ui/waiting-list.tsx'

/** On the home of whoever moves the fund's money: what somebody else proposed and they may confirm, the oldest first. */
export default function FundsWaiting() {
  const { data } = useQuery(fundingNoticesQuery)
  const waiting = (data?.data ?? []).filter(({ kind }) => kind === 'waiting').reverse()
  return (
    <WaitingList
      title="Movements of funds to confirm"
      waiting={waiting.map(({ id, what, amount, benefactor, coe_name: hospital, by, created_at: at }) => ({
        ...{ id, to: fundingAt(id) },
        name: (
          <>
            <Money naira={amount} /> {fundingAbout({ what, benefactor, hospital })}
          </>
        ),
        about: (
          <>
            {by} proposed it on <DateText value={at} time />
          </>
        ),
      }))}
    />
  )
}
