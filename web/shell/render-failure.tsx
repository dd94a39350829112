import { useEffect } from 'react'
import { Navigate, useLocation, useRouteError } from 'react-router-dom'
import { ErrorState } from '#web/ui/error-state.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import styles from './frames.module.css'

/** An unhandled failure while rendering goes to /home (spec, route table). Where that itself fails it goes nowhere. */
export function RenderFailure() {
  const error = useRouteError()
  const isAtHome = useLocation().pathname === '/'
  useEffect(() => {
    console.error(error)
    if (!isAtHome)
      showToast('error', 'That page could not be shown, so we brought you back to the start. Please try again.')
  }, [error, isAtHome])
  if (!isAtHome) return <Navigate to="/home" replace />
  return (
    <main id="main" className={styles['centre']}>
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </main>
  )
}
