import { Skeleton, VisuallyHidden } from '@mantine/core'
import styles from './frames.module.css'

/** The shell's shape while person and menu are on the way. */
export function FrameSkeleton() {
  return (
    <div className={styles['frame']} aria-busy="true">
      <div className={styles['header']} role="status">
        <VisuallyHidden>Loading the portal</VisuallyHidden>
        <Skeleton height={28} width={200} />
      </div>
      <div className={styles['side']}>
        {[0, 1, 2, 3, 4, 5].map((line) => (
          <Skeleton key={line} height={20} m={12} width="80%" />
        ))}
      </div>
      <div className={styles['content']}>
        <div className={styles['main']}>
          <Skeleton height={28} width={240} mb="md" />
          <Skeleton height={240} />
        </div>
      </div>
    </div>
  )
}
