import type { ComponentProps } from 'react'
import type { ApiError } from '#web/shell/api-error.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type ConfirmCommandProps = Omit<ComponentProps<typeof ConfirmDialog>, 'isRunning' | 'error'> & {
  /** What is done when it is confirmed; closing leaves what it has come to. */
  readonly command: { readonly isRunning: boolean; readonly error: ApiError | undefined; leave(): void }
}

/** Asks before a command is sent, as a form's dialog does (form/form-dialog.tsx). */
export function ConfirmCommand({ command, onClose, ...asked }: ConfirmCommandProps) {
  const close = () => {
    command.leave()
    onClose()
  }
  return <ConfirmDialog {...asked} onClose={close} isRunning={command.isRunning} error={command.error} />
}
