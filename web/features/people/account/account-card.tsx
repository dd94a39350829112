import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ApiError } from '#web/shell/api-error.ts'
import { Ways } from '#web/features/people/sign-in/ways.tsx'
import styles from '#web/features/people/sign-in/sign-in.module.css'

const BACK = [{ to: '/login', label: 'Back to sign in' }]

type CardProps = {
  readonly title: string
  readonly intro: ReactNode
  readonly children: ReactNode
  /** Where else one may go; to sign in, unless one has. */
  readonly ways?: typeof BACK
}

/** A screen of one form without a session: about an account that one cannot get into yet. */
export function AccountCard({ title, intro, children, ways = BACK }: CardProps) {
  return (
    <div className={styles['page']}>
      <title>{`${title} - Cancer Health Fund`}</title>
      <section className={styles['card']} aria-labelledby="account">
        <h1 id="account">{title}</h1>
        <p>{intro}</p>
        {children}
        <Ways ways={ways} />
      </section>
    </div>
  )
}

/** What the server says no to, unless it stands at its field. */
export function Refused({ error }: { readonly error: ApiError | undefined }) {
  if (error === undefined || Object.keys(error.errors).length > 0) return null
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {error.message}
    </Alert>
  )
}

/** What is done, in the spec's words. */
export function Succeeded({ children }: { readonly children: ReactNode }) {
  return (
    <Alert color="green" variant="outline" role="status" icon={<IconCircleCheck aria-hidden />}>
      {children}
    </Alert>
  )
}
