import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { askVerificationCode, verifyEmail } from './account-api.ts'
import { AccountCard, Succeeded } from './account-card.tsx'
import { CodeForm } from './code-form.tsx'
import { useGoOn } from './use-go-on.ts'

const TO_LOGIN_MS = 3_000

/** Takes the code that verifies an e-mail (spec, S016; S015 where the e-mail is typed too). `id` is the e-mail. */
export default function VerifyEmailScreen() {
  const { id: email = '' } = useParams()
  const [done, setDone] = useState<string>()
  useGoOn(done !== undefined, '/login', TO_LOGIN_MS)
  const intro =
    email === '' ? (
      'Enter the code we sent to your email. It works for 30 minutes.'
    ) : (
      <>
        Enter the code we sent to <strong>{email}</strong>. It works for 30 minutes.
      </>
    )
  return (
    <AccountCard title="Verify your e-mail" intro={intro}>
      <CodeForm
        email={email}
        verify={verifyEmail}
        ask={askVerificationCode}
        onDone={({ message }) => setDone(message)}
        isDone={done !== undefined}
      >
        {done !== undefined && <Succeeded>{done}</Succeeded>}
      </CodeForm>
    </AccountCard>
  )
}
