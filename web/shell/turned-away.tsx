import { IconInfoCircle } from '@tabler/icons-react'
import { useLocation } from 'react-router-dom'
import styles from './frames.module.css'

/** Says on the dashboard why one is there rather than where one wanted to be, which the frame has told the router. */
export function TurnedAway() {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('turnedAwayFrom' in state)) return null
  return (
    <p role="status" className={styles['readOnly']} data-chrome>
      <IconInfoCircle size={18} aria-hidden />
      <span>“{String(state.turnedAwayFrom)}” is not open to your roles, so we brought you to your dashboard.</span>
    </p>
  )
}
