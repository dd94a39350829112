import { Skeleton, VisuallyHidden } from '@mantine/core'
import styles from './data-grid.module.css'

/** The shape of a grid while its rows are on the way. */
export function GridSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-busy="true" className={styles['skeleton']}>
      <VisuallyHidden>Loading {label}</VisuallyHidden>
      {Array.from({ length: 9 }, (_, line) => (
        <div key={line} className={styles['skeletonRow']}>
          <Skeleton height={14} width="18%" />
          <Skeleton height={14} width="34%" />
          <Skeleton height={14} width="22%" />
          <Skeleton height={14} width="14%" />
        </div>
      ))}
    </div>
  )
}
