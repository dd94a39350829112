import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { dateText } from '#web/ui/dates.ts'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { holidayQuery } from './holidays-api.ts'

/** One public holiday at its own URL: what it is called, and who did what to it. */
export default function HolidayDetail() {
  const { day = '' } = useParams()
  return (
    <RecordDetail title="Public holiday" query={useQuery(holidayQuery(day))}>
      {(holiday) => (
        <>
          <Facts
            items={[
              { name: 'Day', value: dateText(holiday.day) },
              { name: 'Name', value: holiday.name },
              ...(holiday.is_removed ? [{ name: 'Removed', value: 'Yes, see the history' }] : []),
            ]}
          />
          <HistoryList entries={holiday.history} />
        </>
      )}
    </RecordDetail>
  )
}
