import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/shell/api-error.ts'
import { NOT_SHOWN_YET } from '#web/shell/just-written.ts'
import styles from './states.module.css'

type ErrorStateProps = { readonly error: unknown; readonly onRetry?: () => unknown }

/** Counts down to a moment; 0 from then on. */
function useSecondsUntil(moment = 0): number {
  const [now, setNow] = useState(Date.now)
  const seconds = Math.max(0, Math.ceil((moment - now) / 1_000))
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1_000)
    return () => clearTimeout(timer)
  }, [seconds, now])
  return seconds
}

/** What happened, a way to try again, and the correlation id to read out to support. Where only waiting helps, when it may be tried again. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const text = error instanceof ApiError ? error.message : 'This could not be shown.'
  const seconds = useSecondsUntil(error instanceof ApiError ? error.retryAt : undefined)
  const reference = error instanceof ApiError ? error.correlationId : undefined
  const isWait = error instanceof ApiError && (error.retryAt !== undefined || error.message === NOT_SHOWN_YET)
  const isFinal = error instanceof ApiError && error.isFinal
  const Icon = isWait ? IconClock : IconAlertTriangle
  return (
    <div role="alert" className={`${styles['state']} ${styles[isWait ? 'wait' : 'error']}`}>
      <Icon size={28} aria-hidden />
      <p className={styles['title']}>{text}</p>
      {reference !== undefined && <p>Give this reference to support: {reference}</p>}
      {onRetry && !isFinal && (
        <Button variant="default" disabled={seconds > 0} onClick={() => void onRetry()}>
          {seconds > 0 ? `Retry in ${seconds} s` : 'Retry'}
        </Button>
      )}
    </div>
  )
}
