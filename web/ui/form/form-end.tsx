import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import type { ApiError } from '#web/shell/api-error.ts'

type FormEndProps = {
  /** The verb on the button. */
  readonly verb: string
  readonly command: { readonly isRunning: boolean; readonly error: ApiError | undefined }
  readonly onCancel: () => void
  /** True for what stops something, or cannot be undone. */
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
}

/** Below the fields of a form in a dialog: why it was refused, and its two buttons, locked while it runs. */
export function FormEnd({ verb, command, onCancel, isDangerous = false, isDisabled = false }: FormEndProps) {
  const { isRunning, error } = command
  return (
    <>
      {error && (
        <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {error.message}
        </Alert>
      )}
      <DialogEnd>
        <Button variant="default" onClick={onCancel} disabled={isRunning}>
          Cancel
        </Button>
        <Button type="submit" loading={isRunning} disabled={isDisabled} {...(isDangerous ? { color: 'red' } : {})}>
          {verb}
        </Button>
      </DialogEnd>
    </>
  )
}
