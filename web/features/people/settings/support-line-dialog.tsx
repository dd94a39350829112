import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { SupportLineBody } from '#api/people/contracts/setting.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { serverErrors } from '#web/ui/form/form-errors.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { changeSetting } from './settings-api.ts'

/** Another number for the support line; '' is none yet. */
export function SupportLineDialog({ number, onClose }: { number: string; onClose: () => void }) {
  useReturnFocus()
  const command = useCommand({
    run: changeSetting,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'support-line',
  })
  const form = useFormState({
    initial: { key: 'support_line' as const, value: number },
    schema: SupportLineBody,
    onSubmit: command.submit,
  })
  const { error, isRunning } = command
  const { show } = form
  useEffect(() => {
    if (error) show(serverErrors(error))
  }, [error, show])
  const close = () => {
    if (isRunning) return
    command.leave()
    onClose()
  }
  return (
    <Modal opened onClose={close} title="Edit the support line" closeOnClickOutside={false}>
      <form {...form.formProps}>
        <Stack>
          <TextField
            {...form.field('value')}
            label="Phone number"
            description="11 digits. It stands in every header within five minutes."
            type="tel"
            required
            data-autofocus
          />
          {error && Object.keys(form.errors).length === 0 && (
            <Alert color="red" variant="outline" role="alert">
              {error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={isRunning}>
              Cancel
            </Button>
            <Button type="submit" loading={isRunning}>
              Save number
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
