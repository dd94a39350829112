import { useQueryClient } from '@tanstack/react-query'
import { IconClock } from '@tabler/icons-react'
import { useCallback, useSyncExternalStore } from 'react'
import { shownLessOn } from './shown-until.ts'
import styles from './frames.module.css'

/** Says up to when the page shows what was recorded, where that is less than there is. */
export function ShownUntilBanner() {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  const sentence = useSyncExternalStore(subscribe, () => shownLessOn(client))
  return (
    <div role="status">
      {sentence !== '' && (
        <p className={styles['until']}>
          <IconClock size={18} aria-hidden /> {sentence}
        </p>
      )}
    </div>
  )
}
