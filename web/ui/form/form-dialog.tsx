import { Alert, Button, Stack } from '@mantine/core'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import type { ApiError } from '#web/shell/api-error.ts'
import type { Draft } from '#web/shell/drafts.ts'
import { type FieldErrors, serverErrors } from './form-errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Restored } from './restored.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'

type FormDialogProps = {
  readonly title: string
  /** The verb on the button. */
  readonly verb: string
  readonly form: {
    readonly formProps: ComponentProps<'form'>
    readonly errors: FieldErrors
    readonly restored: Draft<unknown> | undefined
    readonly show: (found: FieldErrors) => void
  }
  readonly command: { readonly isRunning: boolean; readonly error: ApiError | undefined; leave(): void }
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A form that saves something: locked while it runs. What the server finds wrong stands at its field, or below them all when
 * it is of none.
 */
export function FormDialog({ title, verb, form, command, onClose, children }: FormDialogProps) {
  useReturnFocus()
  const { isRunning, error } = command
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
    <Dialog onClose={close} title={title} hasDraft={form.restored !== undefined} closeOnClickOutside={false}>
      <form {...form.formProps}>
        <Stack>
          {form.restored && <Restored draft={form.restored} />}
          {children}
          {error && Object.keys(form.errors).length === 0 && (
            <Alert color="red" variant="outline" role="alert">
              {error.message}
            </Alert>
          )}
          <DialogEnd>
            <Button variant="default" onClick={close} disabled={isRunning}>
              Cancel
            </Button>
            <Button type="submit" loading={isRunning}>
              {verb}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Dialog>
  )
}
