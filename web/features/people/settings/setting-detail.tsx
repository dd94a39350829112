import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { SiteSetting } from '#api/people/contracts/setting.ts'
import { phoneText } from '#web/shell/support-line.tsx'
import { Detail } from '#web/ui/detail.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { SETTING_WORDS } from './setting-words.ts'
import { settingQuery } from './settings-api.ts'
import styles from './settings.module.css'

/** A long text as it stands, in its paragraphs. */
function valueOf({ key, value }: Pick<SiteSetting, 'key' | 'value'>) {
  if (value === '') return 'Not set'
  return key === 'application_terms_condition' ? <span className={styles['text']}>{value}</span> : phoneText(value)
}

/** One setting at its own URL: what it is, and who changed it from what to what. */
export default function SettingDetail() {
  const { id = '' } = useParams()
  const { data, isPending, isError, error, refetch } = useQuery(settingQuery(id))
  return (
    <Detail title="Site setting">
      {isPending && <Skeleton height={240} role="status" aria-label="Loading the setting" />}
      {isError && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && (
        <>
          <Facts
            items={[
              { name: 'Setting', value: SETTING_WORDS[data.data.key].name },
              { name: 'Value', value: valueOf(data.data) },
            ]}
          />
          <HistoryList
            entries={data.data.history.map(({ revision, what, who, at, why, right_to: rightTo, raw }) => ({
              ...{ id: String(revision), what, who, when: at, why, rightTo, event: raw },
            }))}
          />
        </>
      )}
    </Detail>
  )
}
