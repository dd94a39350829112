import { Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { output } from 'zod'
import type { Integrity } from '#api/contracts/integrity.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { api } from './api-client.ts'
import styles from './mismatch-dialog.module.css'
import { OF_THE_FRAME } from './shown-until.ts'

type Finding = output<typeof Integrity>['data']['open'][number]

const integrityQuery = queryOptions({
  queryKey: ['integrity'],
  queryFn: ({ signal }) => api.get<typeof Integrity>('/api/integrity', { signal }),
  refetchInterval: 10_000,
  meta: OF_THE_FRAME,
})

/** What was found not to hold, one under the other: they are few, and long. */
export function MismatchDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const { data, error, refetch } = useQuery(integrityQuery)
  const checked = data?.data.checked
  return (
    <Dialog onClose={onClose} size="lg" title="Records that failed a check">
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {data && (
        <Stack>
          <Text size="sm">
            {checked === undefined ? (
              'The records have not been fully checked yet.'
            ) : (
              <>
                All records were last checked <DateText value={checked.at} time />.
              </>
            )}{' '}
            The operator of the portal can open it again. See docs/mismatch.md.
          </Text>
          {data.data.open.length === 0 && <Text>Every failed check has been decided on.</Text>}
          <ul className={styles['list']}>
            {data.data.open.map((finding) => (
              <li key={JSON.stringify(finding)}>
                <Place {...finding} />
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Dialog>
  )
}

function Place({ position, through = position, stream, check, expected, found, found_at: foundAt }: Finding) {
  return (
    <>
      <strong>
        {through === position ? `Position ${position}` : `Somewhere in positions ${position} to ${through}`}
      </strong>{' '}
      ({check})
      <dl>
        {stream !== undefined && <Said label="Stream" text={stream} />}
        <Said label="Expected" text={expected} />
        <Said label="Found" text={found} />
        <div>
          <dt>Found on</dt>
          <dd>
            <DateText value={foundAt} time />
          </dd>
        </div>
      </dl>
    </>
  )
}

const Said = ({ label, text }: { label: string; text: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{text}</dd>
  </div>
)
