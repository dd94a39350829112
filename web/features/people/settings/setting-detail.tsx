import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { SiteSetting } from '#api/people/contracts/setting.ts'
import { phoneText } from '#web/shell/support-line.tsx'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { LimitProposal } from './limit-proposal.tsx'
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
  return (
    <RecordDetail title="Site setting" query={useQuery(settingQuery(id))}>
      {(setting) => (
        <>
          <Facts
            items={[
              { name: 'Setting', value: SETTING_WORDS[setting.key].name },
              { name: 'Value', value: valueOf(setting) },
            ]}
          />
          {setting.proposal && <LimitProposal value={setting.value} proposal={setting.proposal} />}
          <HistoryList entries={setting.history} />
        </>
      )}
    </RecordDetail>
  )
}
