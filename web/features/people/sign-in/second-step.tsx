import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { LoginFactorBody } from '#api/people/contracts/second-factor.ts'
import type { FactorAsked, SignedIn } from '#api/people/contracts/session.ts'
import { Refused } from '#web/features/people/account/account-card.tsx'
import { EnrolmentForm } from '#web/features/people/second-factor/enrolment-form.tsx'
import { FactorCodeField } from '#web/features/people/second-factor/factor-code-field.tsx'
import { RecoveryCodes } from '#web/features/people/second-factor/recovery-codes.tsx'
import { finishSignIn } from '#web/features/people/second-factor/second-factor-api.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'

type SecondStepProps = {
  readonly asked: FactorAsked
  readonly onSignedIn: (who: SignedIn) => void
  /** Back to the password. */
  readonly onBack: () => void
}

/** What else than the password it takes to sign in: a code, or the enrolment of what makes codes. */
export default function SecondStep(props: SecondStepProps) {
  return props.asked.second_factor === 'code' ? <Code {...props} /> : <Enrolment {...props} />
}

function Code({ asked: { token }, onSignedIn, onBack }: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(false)
  const command = useCommand({
    run: finishSignIn,
    quiet: true,
    savesNothing: true,
    onDone: ({ data }) => onSignedIn(data),
  })
  const form = useFormState({ initial: { token, code: '' }, schema: LoginFactorBody, onSubmit: command.submit })
  const { error } = command
  const { set } = form
  useRefusedFields(form, error)
  return (
    <form {...form.formProps} aria-labelledby="second-step">
      <h1 id="second-step">Enter your code</h1>
      <p>
        {isRecovery
          ? 'Enter one of your recovery codes. Each works once.'
          : 'Enter the six digits from the authenticator app on your phone.'}
      </p>
      <Stack>
        <Refused error={error} />
        <FactorCodeField
          key={String(isRecovery)}
          {...form.field('code')}
          label={isRecovery ? 'Recovery code' : 'Code from the app'}
          size="md"
          digitsOnly={!isRecovery}
          autoFocus
        />
        <Button type="submit" size="md" loading={command.isRunning} fullWidth>
          Sign in
        </Button>
        <Button
          variant="subtle"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            set('code', '')
            setRecovery(!isRecovery)
          }}
        >
          {isRecovery ? 'Use the app on your phone' : 'Use a recovery code'}
        </Button>
        <Button variant="subtle" onMouseDown={(event) => event.preventDefault()} onClick={onBack}>
          Back to sign in
        </Button>
      </Stack>
    </form>
  )
}

function Enrolment({ asked: { token }, onSignedIn, onBack }: SecondStepProps) {
  const [done, setDone] = useState<SignedIn>()
  const codes = done?.recovery_codes
  return (
    <section aria-labelledby="second-step">
      <h1 id="second-step">Set up your phone</h1>
      <p>Your roles require a second factor: a code from an app on your phone, in addition to your password.</p>
      {done !== undefined && codes !== undefined ? (
        <RecoveryCodes codes={codes} onKept={() => onSignedIn(done)} label="I have saved them, continue" />
      ) : (
        <EnrolmentForm
          token={token}
          run={({ enrolment, code }, key) => finishSignIn({ token, code, enrolment }, key)}
          onDone={({ data }) => setDone(data)}
          onCancel={onBack}
        />
      )}
    </section>
  )
}
