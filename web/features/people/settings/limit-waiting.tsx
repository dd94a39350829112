import { useQuery } from '@tanstack/react-query'
import { DateText } from '#web/ui/date-text.tsx'
import { WaitingList } from '#web/ui/waiting-list.tsx'
import { SETTING_WORDS } from './setting-words.ts'
import { settingsQuery } from './settings-api.ts'

/** On the home of an administrator of the site: the limit for a second person that another administrator proposed. */
export default function LimitWaiting() {
  const { data } = useQuery(settingsQuery)
  const waiting = (data?.data ?? []).flatMap(({ id, key, value, proposal }) =>
    proposal === null || proposal.is_own ? [] : [{ id, key, value, proposal }],
  )
  return (
    <WaitingList
      title="Settings to confirm"
      waiting={waiting.map(({ id, key, value, proposal }) => ({
        ...{ id, name: SETTING_WORDS[key].name, to: `/superadmin/site-settings/${id}` },
        about: (
          <>
            {proposal.proposed_by} proposed {proposal.value} instead of {value} on{' '}
            <DateText value={proposal.proposed_at} time />
          </>
        ),
      }))}
    />
  )
}
