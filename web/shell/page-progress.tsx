import { VisuallyHidden } from '@mantine/core'
import styles from './frames.module.css'

/** The thin bar at the top of the page while a screen or its data is on the way. */
export function PageProgress({ busy }: { busy: boolean }) {
  return (
    <div className={styles['progress']} data-busy={busy} data-chrome>
      {busy && <VisuallyHidden>Loading</VisuallyHidden>}
    </div>
  )
}
