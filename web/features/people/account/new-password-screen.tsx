import { Anchor, Button, Stack } from '@mantine/core'
import { Link, useParams } from 'react-router-dom'
import { choosePassword } from './account-api.ts'
import { AccountCard, Refused, Succeeded } from './account-card.tsx'
import { PasswordFields } from './password-fields.tsx'
import { useChosenPassword } from './use-chosen-password.ts'

/** Chooses a new password with a code that was right in this browser (spec, S014); `id` is the e-mail. */
export default function NewPasswordScreen() {
  const { id: email = '' } = useParams()
  const { form, command, done } = useChosenPassword(choosePassword, { email })
  const { error } = command
  return (
    <AccountCard
      title="New password"
      intro={
        <>
          For the account of <strong>{email}</strong>. You will be signed out on all devices.
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
            isFirst
            field={form.field}
            hint="At least 8 characters, with a number, a capital and a small letter (12 characters if you handle payments, invoices, funds or roles)"
          />
          <Button type="submit" size="md" loading={command.isRunning} disabled={done !== undefined} fullWidth>
            Change password
          </Button>
        </Stack>
      </form>
    </AccountCard>
  )
}
