import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import styles from './frames.module.css'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the network is away, for as long as it is. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" data-chrome>
      {!isOnline && (
        <p className={styles['offline']}>
          <IconWifiOff size={18} aria-hidden /> You are offline. This page may be out of date. It updates when the
          connection is back.
        </p>
      )}
    </div>
  )
}
