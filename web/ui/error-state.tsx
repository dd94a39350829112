import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiError } from '../shell/api-error.ts'
import styles from './states.module.css'

type ErrorStateProps = { readonly error: unknown; readonly onRetry?: () => unknown }

/** What happened, a way to try again, and the correlation id to read out to support. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const text = error instanceof ApiError ? error.message : 'This could not be shown.'
  const reference = error instanceof ApiError ? error.correlationId : undefined
  return (
    <div role="alert" className={`${styles['state']} ${styles['error']}`}>
      <IconAlertTriangle size={28} aria-hidden />
      <p className={styles['title']}>{text}</p>
      {reference !== undefined && <p>Tell support this reference: {reference}</p>}
      {onRetry && (
        <Button variant="default" onClick={() => void onRetry()}>
          Retry
        </Button>
      )}
    </div>
  )
}
