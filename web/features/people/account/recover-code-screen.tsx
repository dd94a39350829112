import { useNavigate, useParams } from 'react-router-dom'
import { showToast } from '#web/ui/toasts.tsx'
import { askRecoveryCode, verifyRecoveryCode } from './account-api.ts'
import { AccountCard } from './account-card.tsx'
import { CodeForm } from './code-form.tsx'

/** Takes the recovery code (spec, S013); `id` is the e-mail. */
export default function RecoverCodeScreen() {
  const { id: email = '' } = useParams()
  const navigate = useNavigate()
  return (
    <AccountCard
      title="Recover password"
      intro={
        <>
          If <strong>{email}</strong> has an account, a code is on its way to it. It is good for ten minutes.
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
