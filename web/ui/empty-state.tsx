import type { ReactNode } from 'react'
import styles from './states.module.css'

type EmptyStateProps = { readonly title: string; readonly hint?: string; readonly children?: ReactNode }

/** Nothing to show: the spec's text, the next step as a hint, and the action for it as children. */
export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div className={styles['state']} role="status">
      <p className={styles['title']}>{title}</p>
      {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
      {children}
    </div>
  )
}
