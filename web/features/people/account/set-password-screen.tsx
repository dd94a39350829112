import { Anchor, Button, Stack } from '@mantine/core'
import { Link, useParams } from 'react-router-dom'
import { setFirstPassword } from './account-api.ts'
import { AccountCard, Refused, Succeeded } from './account-card.tsx'
import { PasswordFields } from './password-fields.tsx'
import { useChosenPassword } from './use-chosen-password.ts'

/** Whoever was created by others chooses their password by the link that was mailed (domain.md, Paths). */
export default function SetPasswordScreen() {
  const { token = '' } = useParams()
  const { form, command, done } = useChosenPassword(setFirstPassword, { token })
  const { error } = command
  const ofLink = error?.errors['token']?.[0] ?? (error?.status === 409 ? error.message : undefined)
  return (
    <AccountCard
      title="Choose your password"
      intro="An administrator created an account for you. This link works once."
    >
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
            isFirst
            field={form.field}
            hint="At least 8 characters, with a number, a capital and a small letter (12 characters if you handle payments, invoices, funds or roles)"
          />
          <Button type="submit" size="md" loading={command.isRunning} disabled={done !== undefined} fullWidth>
            Set password
          </Button>
        </Stack>
      </form>
    </AccountCard>
  )
}
