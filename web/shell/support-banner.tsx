import { Anchor } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { SessionUser } from '#api/people/contracts/session.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { useSignOut } from './session-queries.ts'
import styles from './frames.module.css'

/** On every page of a session in another's place: whose it is, who looks, until when, and the way back. */
export function SupportBanner({ user }: { readonly user: SessionUser }) {
  const signOut = useSignOut()
  const { support } = user
  if (support === null) return null
  return (
    <p className={styles['readOnly']} role="status" data-chrome>
      <IconEye size={18} aria-hidden />
      <span>
        {support.name} sees the portal as {user.first_name} {user.last_name} until{' '}
        <DateText value={support.until} time /> (read only).{' '}
        <Anchor component="button" inherit onClick={() => void signOut()}>
          End
        </Anchor>
      </span>
    </p>
  )
}
