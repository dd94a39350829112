import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { PasswordForm } from '#api/people/contracts/account.ts'
import type { SessionUser } from '#api/people/contracts/session.ts'
import { choosePassword } from '#web/features/people/account/account-api.ts'
import { Refused, Succeeded } from '#web/features/people/account/account-card.tsx'
import { PasswordFields } from '#web/features/people/account/password-fields.tsx'
import { useCommand } from '#web/shell/use-command.ts'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { Panel } from '#web/ui/screen.tsx'

const TO_VIEW_MS = 5_000

/** Changes the own password; back to the view five seconds later (spec, S020). */
export function ChangePassword({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const [done, setDone] = useState<string>()
  const command = useCommand({ run: choosePassword, quiet: true, onDone: ({ message }) => setDone(message) })
  const form = useFormState({
    initial: { password: '', confirm_password: '' },
    schema: PasswordForm,
    onSubmit: ({ password }) => command.submit({ email: user.email, password }),
  })
  const { error } = command
  useRefusedFields(form, error)
  useEffect(() => {
    if (done === undefined) return undefined
    const timer = setTimeout(onClose, TO_VIEW_MS)
    return () => clearTimeout(timer)
  }, [done, onClose])
  const close = () => {
    command.leave()
    onClose()
  }
  return (
    <Panel title="Change password">
      <form {...form.formProps}>
        <Stack maw={400}>
          {done !== undefined && <Succeeded>{done}</Succeeded>}
          <Refused error={error} />
          <PasswordFields
            field={form.field}
            hint="At least 8 characters (12 if you handle payments, invoices, funds or roles). You will be signed out on all other devices."
          />
        </Stack>
        <Group mt="lg">
          <Button type="submit" loading={command.isRunning} disabled={done !== undefined}>
            Change password
          </Button>
          <Button variant="default" onClick={close} disabled={command.isRunning}>
            {done === undefined ? 'Cancel' : 'Back'}
          </Button>
        </Group>
      </form>
    </Panel>
  )
}
