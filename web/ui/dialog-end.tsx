import type { ReactNode } from 'react'
import styles from './dialog-end.module.css'

/** The buttons of a dialog: at its lower edge, whole and in view, however much stands above them. */
export const DialogEnd = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['end']} data-dialog-end>
    {children}
  </div>
)
