import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { RecoveryForm } from '#api/people/contracts/account.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { choosePassword } from './account-api.ts'
import { AccountCard, Refused, Succeeded } from './account-card.tsx'
import { PasswordFields } from './password-fields.tsx'
import { useGoOn } from './use-go-on.ts'

const TO_LOGIN_MS = 5_000

/** Chooses a new password with a code that was right in this browser (spec, S014); `id` is the e-mail. */
export default function NewPasswordScreen() {
  const { id: email = '' } = useParams()
  const [done, setDone] = useState<string>()
  const command = useCommand({
    run: choosePassword,
    quiet: true,
    savesNothing: true,
    onDone: ({ message }) => setDone(message),
  })
  const form = useFormState({
    initial: { password: '', confirm_password: '' },
    schema: RecoveryForm,
    onSubmit: ({ password }) => command.submit({ email, password }),
  })
  const { error } = command
  useRefusedFields(form, error)
  useGoOn(done !== undefined, '/login', TO_LOGIN_MS)
  return (
    <AccountCard
      title="New password"
      intro={
        <>
          For the account of <strong>{email}</strong>. Wherever you are signed in, you are signed out.
        </>
      }
    >
      <form {...form.formProps}>
        <Stack>
          {done !== undefined && <Succeeded>{done}</Succeeded>}
          <Refused error={error} />
          {error?.status === 403 && (
            <Anchor component={Link} to="/recover/password">
              Ask for a code
            </Anchor>
          )}
          <PasswordFields
            field={form.field}
            hint="At least 8 characters, with a number, a capital and a small letter; 12 for whoever handles payments, funds or roles"
          />
          <Button type="submit" size="md" loading={command.isRunning} disabled={done !== undefined} fullWidth>
            Change password
          </Button>
        </Stack>
      </form>
    </AccountCard>
  )
}
