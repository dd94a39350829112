import { IconCheck } from '@tabler/icons-react'
import styles from './acts.module.css'

/** In the place of a row's step once it is paid: a check mark (spec, back-office 4.1 and S072). */
export const PaidMark = () => (
  <span className={styles['paid']}>
    <IconCheck size={16} aria-hidden /> Paid
  </span>
)
