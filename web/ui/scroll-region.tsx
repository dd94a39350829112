import type { ReactNode } from 'react'
import styles from './scroll-region.module.css'

type ScrollRegionProps = {
  /** What is in it, for who does not see it. */
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A table that may be wider than its place: it scrolls in itself, by key too, and the page stays where it is. */
export function ScrollRegion({ label, className = '', children }: ScrollRegionProps) {
  return (
    <div className={`${styles['region']} ${className}`.trim()} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
