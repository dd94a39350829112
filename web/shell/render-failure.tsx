import { useEffect } from 'react'
import { Navigate, useRouteError } from 'react-router-dom'
import { showToast } from '#web/ui/toasts.tsx'

const RELOADED = 'chf.reloaded'

/** After a new release an open page may ask for a file that is gone. */
export const isStaleBuild = (error: unknown) =>
  error instanceof Error && /dynamically imported module|Importing a module script|error loading/i.test(error.message)

/** An unhandled failure while rendering goes to /home (spec, route table); a stale build is loaded anew, once. */
export function RenderFailure() {
  const error = useRouteError()
  const reload = isStaleBuild(error) && navigator.onLine && sessionStorage.getItem(RELOADED) === null
  useEffect(() => {
    if (reload) {
      sessionStorage.setItem(RELOADED, '1')
      window.location.reload()
      return
    }
    sessionStorage.removeItem(RELOADED)
    console.error(error)
    showToast('error', 'That page could not be shown, so you are back at the start. Please try again.')
  }, [error, reload])
  return reload ? null : <Navigate to="/home" replace />
}
