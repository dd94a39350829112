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
              A code for <strong>{email}</strong> was sent a moment ago, so we did not send another. If it has expired,
              ask for a new one when the wait ends.
            </>
          ) : (
            <>
              If <strong>{email}</strong> has an account, we have sent it a code. The code works for ten minutes.
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
