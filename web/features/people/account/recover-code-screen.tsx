import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { showToast } from '#web/ui/toasts.tsx'
import { askRecoveryCode, verifyRecoveryCode } from './account-api.ts'
import { AccountCard } from './account-card.tsx'
import { CodeForm } from './code-form.tsx'

/** Takes the recovery code (spec, S013); `id` is the e-mail. */
export default function RecoverCodeScreen() {
  const { id: email = '' } = useParams()
  const navigate = useNavigate()
  const isEarlier = (useLocation().state as { isEarlier?: boolean } | null)?.isEarlier === true
  return (
    <AccountCard
      title="Recover password"
      intro={
        <>
          {isEarlier ? (
            <>
              A code for <strong>{email}</strong> was asked for just before, and no other one is on its way. One that
              was mailed to choose a new password is good for ten minutes; otherwise ask for another one when the wait
              is over.
            </>
          ) : (
            <>
              If <strong>{email}</strong> has an account, a code is on its way to it. It is good for ten minutes.
            </>
          )}
        </>
      }
    >
      <CodeForm
        email={email}
        verify={verifyRecoveryCode}
        ask={askRecoveryCode}
        onDone={({ message }) => {
          showToast('success', message)
          void navigate(`/password/change/${encodeURIComponent(email)}`)
        }}
      />
    </AccountCard>
  )
}
