import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import styles from './sign-in.module.css'

type WaysProps = { readonly ways: readonly { readonly to: string; readonly label: string }[] }

/** Where else to go from a form. */
export function Ways({ ways }: WaysProps) {
  return (
    <nav className={styles['ways']} aria-label="Other ways">
      {ways.map(({ to, label }) => (
        <Anchor key={to} component={Link} to={to}>
          {label}
        </Anchor>
      ))}
    </nav>
  )
}
