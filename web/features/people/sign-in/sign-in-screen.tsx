import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import type { FactorAsked, SignedIn } from '#api/people/contracts/session.ts'
import { VERIFY_FIRST } from '#api/people/contracts/verify-first.ts'
import { type ApiError } from '#web/shell/api-error.ts'
import { profileQuery } from '#web/shell/session-queries.ts'
import { forgetStored, keepSession, useToken } from '#web/shell/session.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { serverErrors } from '#web/ui/form/form-errors.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useLoginRules } from './login-rules.ts'
import { cameOfEndedSession, returnAddress } from './return-address.ts'
import { signIn } from './sign-in-api.ts'
import { Ways } from './ways.tsx'
import styles from './sign-in.module.css'

/** Only for those of whom it is asked. */
const SecondStep = lazy(() => import('./second-step.tsx'))

const WAYS = [
  { to: '/enrol', label: 'Enrol as a patient' },
  { to: '/recover/password', label: 'Forgot your password?' },
  { to: '/auth/email-verification/resend-email', label: 'Verify your e-mail' },
  { to: '/', label: 'Home' },
]

export default function SignInScreen() {
  const token = useToken()
  const client = useQueryClient()
  const location = useLocation()
  const [asked, setAsked] = useState<FactorAsked>()
  const enter = ({ user, access_token: opened, expires_at: expiresAt }: SignedIn) => {
    client.setQueryData(profileQuery.queryKey, { data: user })
    keepSession({ token: opened, expiresAt })
  }
  const command = useCommand({
    run: signIn,
    quiet: true,
    savesNothing: true,
    onDone: ({ data }) => ('second_factor' in data ? setAsked(data) : enter(data)),
  })
  const form = useFormState({
    initial: { email: '', password: '' },
    schema: useLoginRules(),
    onSubmit: command.submit,
  })
  const { error } = command
  const { show } = form
  useEffect(() => {
    if (!error) return
    forgetStored()
    if (error.status === 422) show(serverErrors(error))
  }, [error, show])
  if (token !== undefined) return <Navigate to={returnAddress(location.state)} replace />
  if (asked !== undefined)
    return (
      <div className={styles['page']}>
        <title>Sign in - Cancer Health Fund</title>
        <div className={styles['card']}>
          <Suspense fallback={<Skeleton height={240} role="status" aria-label="Loading" />}>
            <SecondStep asked={asked} onSignedIn={enter} onBack={() => setAsked(undefined)} />
          </Suspense>
        </div>
      </div>
    )
  const password = form.field('password')
  return (
    <div className={styles['page']}>
      <title>Sign in - Cancer Health Fund</title>
      <form {...form.formProps} className={styles['card']} aria-labelledby="sign-in">
        <h1 id="sign-in">Sign in</h1>
        <p>Staff of the fund and of its hospitals, and patients, sign in here.</p>
        <Stack>
          {error && <Refused error={error} email={form.values.email.trim()} />}
          {!error && cameOfEndedSession(location.state) && (
            <Alert color="blue" variant="outline" role="status" icon={<IconInfoCircle aria-hidden />}>
              Your session has ended. Sign in again to continue where you were.
            </Alert>
          )}
          <TextField {...form.field('email')} label="Email" type="email" size="md" autoComplete="username" autoFocus />
          <PasswordInput
            {...password}
            onChange={(event) => password.onChange(event.currentTarget.value)}
            label="Password"
            size="md"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          />
          <Button type="submit" size="md" loading={command.isRunning} fullWidth>
            Sign in
          </Button>
        </Stack>
        <Ways ways={WAYS} />
      </form>
    </div>
  )
}

function Refused({ error, email }: { error: ApiError; email: string }) {
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {error.message}
      {error.message === VERIFY_FIRST && (
        <div>
          <Anchor component={Link} to={`/auth/verify-email/${encodeURIComponent(email)}`}>
            Enter the code from your email, or get a new one
          </Anchor>
        </div>
      )}
      {error.isUncertain && error.correlationId !== undefined && <div>Reference: {error.correlationId}</div>}
    </Alert>
  )
}
