import { Link } from 'react-router-dom'
import styles from './frames.module.css'

/** The fund's name and mark, a link to the start. */
export function BrandName({ to }: { to: string }) {
  return (
    <Link to={to} className={styles['brand']}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden>
        <rect width="32" height="32" rx="6" fill="#1d6b42" />
        <path d="M16 8v16M8 16h16" stroke="#fff" strokeWidth="4" />
      </svg>
      <span>Cancer Health Fund</span>
    </Link>
  )
}
