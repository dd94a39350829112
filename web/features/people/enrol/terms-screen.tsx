import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dateText } from '#web/ui/dates.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { termsQuery } from './terms-api.ts'
import styles from '#web/features/people/landing/landing.module.css'

/** What whoever enrols and applies accepts, for anybody to read. */
export default function TermsScreen() {
  const { data, isPending, isError, error, refetch } = useQuery(termsQuery)
  const terms = data?.data
  return (
    <div className={styles['page']}>
      <title>Terms - Cancer Health Fund</title>
      <section className={styles['text']}>
        <h1>Terms of the application</h1>
        {isPending && <Skeleton height={240} role="status" aria-label="Loading the terms" />}
        {isError && <ErrorState error={error} onRetry={() => refetch()} />}
        {terms?.version === null && <p>No terms have been published yet.</p>}
        {terms !== undefined && terms.version !== null && (
          <>
            <Text c="dimmed" fz={14}>
              Version {terms.version}, of {dateText(terms.updated_at)}
            </Text>
            {terms.value.split(/\n\s*\n/).map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </>
        )}
      </section>
    </div>
  )
}
