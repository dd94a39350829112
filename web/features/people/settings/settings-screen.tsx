import { Button, Skeleton, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Outlet } from 'react-router-dom'
import type { SettingKey, SiteSetting } from '#api/people/contracts/setting.ts'
import { phoneText } from '#web/shell/support-line.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { CapDialog } from './cap-dialog.tsx'
import { DEADLINE_KEYS, DeadlinesDialog } from './deadlines-dialog.tsx'
import { LimitDialog } from './limit-dialog.tsx'
import { SecondFactorDialog } from './second-factor-dialog.tsx'
import { SETTING_WORDS } from './setting-words.ts'
import { SHARE_KEYS, SharesDialog } from './shares-dialog.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import { SupportLineDialog } from './support-line-dialog.tsx'
import { settingsQuery } from './settings-api.ts'
import styles from './settings.module.css'

/** Site settings (spec, S099): what the whole site goes by, and what of it is changed here. */
export default function SettingsScreen() {
  const { data, isPending, isError, error, refetch } = useQuery(settingsQuery)
  const [asked, setAsked] = useState<SiteSetting>()
  return (
    <Screen
      title="Site settings"
      intro="Settings of the whole portal. Each one shows who changed it, when, and its earlier values."
    >
      {isPending && <Skeleton height={280} role="status" aria-label="Loading the settings" />}
      {isError && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && (
        <ScrollRegion label="Settings">
          <Table horizontalSpacing="sm" verticalSpacing="xs" fz={14}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Setting</Table.Th>
                <Table.Th ta="right">Value</Table.Th>
                <Table.Th>Changed</Table.Th>
                <Table.Th>Action</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map((one) => (
                <Row key={one.id} setting={one} onEdit={() => setAsked(one)} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollRegion>
      )}
      {asked?.key === 'support_line' && <SupportLineDialog number={asked.value} onClose={() => setAsked(undefined)} />}
      {asked?.key === 'funding_cap' && (
        <CapDialog amount={asked.value.replaceAll(',', '')} onClose={() => setAsked(undefined)} />
      )}
      {asked?.key === 'second_person_above' && (
        <LimitDialog amount={asked.value.replaceAll(',', '')} onClose={() => setAsked(undefined)} />
      )}
      {asked !== undefined && isShare(asked.key) && (
        <SharesDialog of={asked.key} settings={data?.data ?? []} onClose={() => setAsked(undefined)} />
      )}
      {asked !== undefined && isDeadline(asked.key) && (
        <DeadlinesDialog of={asked.key} settings={data?.data ?? []} onClose={() => setAsked(undefined)} />
      )}
      {asked?.key === 'second_factor' && <SecondFactorDialog value={asked.value} onClose={() => setAsked(undefined)} />}
      {asked?.key === 'application_terms_condition' && (
        <TermsDialog text={asked.value} onClose={() => setAsked(undefined)} />
      )}
      <Outlet />
    </Screen>
  )
}

/** In one cell: of a long text that it is there. */
function valueText(key: SettingKey, value: string): string {
  if (value === '') return 'Not set'
  return key === 'application_terms_condition' ? 'A text' : phoneText(value)
}

/** Those that are changed together. */
const isDeadline = (key: SettingKey | undefined) => DEADLINE_KEYS.some((deadline) => deadline === key)
const isShare = (key: SettingKey | undefined) => SHARE_KEYS.some((share) => share === key)

type RowProps = { readonly setting: SiteSetting; readonly onEdit: () => void }

function Row({ setting: { id, key, value, updated_at: at, proposal }, onEdit }: RowProps) {
  const { name, about } = SETTING_WORDS[key]
  return (
    <Table.Tr>
      <Table.Td>
        <Link to={id}>{name}</Link>
        <p className={styles['about']}>{about}</p>
        {proposal && <p>A second person must confirm {proposal.value}</p>}
      </Table.Td>
      <Table.Td className={styles['value'] ?? ''}>{valueText(key, value)}</Table.Td>
      <Table.Td>{at === null ? '' : <DateText value={at} />}</Table.Td>
      <Table.Td>
        {proposal ? (
          <Button component={Link} to={id} size="compact-xs" variant="default" aria-label={`Review ${name}`}>
            Review
          </Button>
        ) : (
          <Button size="compact-xs" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
