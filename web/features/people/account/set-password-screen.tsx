import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { RecoveryForm } from '#api/people/contracts/account.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { setFirstPassword } from './account-api.ts'
import { AccountCard, Refused, Succeeded } from './account-card.tsx'
import { PasswordFields } from './password-fields.tsx'
import { useGoOn } from './use-go-on.ts'

const TO_LOGIN_MS = 5_000

/** Whoever was created by others chooses their password by the link that was mailed (domain.md, Paths). */
export default function SetPasswordScreen() {
  const { token = '' } = useParams()
  const [done, setDone] = useState<string>()
  const command = useCommand({
    run: setFirstPassword,
    quiet: true,
    savesNothing: true,
    onDone: ({ message }) => setDone(message),
  })
  const form = useFormState({
    initial: { password: '', confirm_password: '' },
    schema: RecoveryForm,
    onSubmit: ({ password }) => command.submit({ token, password }),
  })
  const { error } = command
  useRefusedFields(form, error)
  useGoOn(done !== undefined, '/login', TO_LOGIN_MS)
  const ofLink = error?.errors['token']?.[0] ?? (error?.status === 409 ? error.message : undefined)
  return (
    <AccountCard title="Choose your password" intro="An account was opened for you. The link is good once.">
      <form {...form.formProps}>
        <Stack>
          {done !== undefined && <Succeeded>{done}</Succeeded>}
          {ofLink === undefined ? <Refused error={error} /> : <p role="alert">{ofLink}</p>}
          {ofLink !== undefined && (
            <Anchor component={Link} to="/recover/password">
              Recover password
            </Anchor>
          )}
          <PasswordFields
            field={form.field}
            hint="At least 8 characters, with a number, a capital and a small letter; 12 for whoever handles payments, funds or roles"
          />
          <Button type="submit" size="md" loading={command.isRunning} disabled={done !== undefined} fullWidth>
            Set password
          </Button>
        </Stack>
      </form>
    </AccountCard>
  )
}
