import { PrintedSupportLine } from './support-line.tsx'
import styles from './frames.module.css'

/** Whose paper it is: above everything that is printed. */
export function Letterhead() {
  return (
    <p className={`print-only ${styles['letterhead']}`}>
      <strong>Cancer Health Fund</strong>
      <span>Federal Ministry of Health</span>
      <PrintedSupportLine />
    </p>
  )
}
