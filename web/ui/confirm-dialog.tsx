import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { DialogEnd } from './dialog-end.tsx'
import { isBlank } from '#domain/kernel/blank.ts'
import type { ApiError } from '#web/shell/api-error.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LongTextField } from './form/text-field.tsx'
import { useReturnFocus } from './use-return-focus.ts'

type ConfirmDialogProps = {
  /** What it is about, a few words: 'Approve payment'. */
  readonly title: string
  /** A sentence naming the thing and the amount: 'Approve NGN 1,250,000.00 for 14 transactions of UCH Ibadan?' */
  readonly children: ReactNode
  /** The verb on the button; never 'OK'. */
  readonly verb: string
  readonly onConfirm: (reason: string) => unknown
  readonly onClose: () => void
  readonly isRunning: boolean
  readonly error?: ApiError | undefined
  /** Set when a reason must be given; it is the label of the field. */
  readonly reasonLabel?: string
  /** What leaves all as it is, where 'Cancel' would not say which. */
  readonly stay?: string
  /** Leads back to what the question came from, to change it; so does Esc. */
  readonly onBack?: () => void
  /** True for what cannot be undone or stops something. */
  readonly isDangerous?: boolean
}

/** Asks before something is done; locked while it runs, shows the refusal in place, gives the focus back on closing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    verb,
    onConfirm,
    onClose,
    isRunning,
    error,
    reasonLabel,
    isDangerous = false,
    stay = 'Cancel',
    onBack,
  } = props
  useReturnFocus()
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const isMissing = reasonLabel !== undefined && isBlank(reason)
  return (
    <Dialog onClose={isRunning ? () => undefined : (onBack ?? onClose)} title={title} closeOnClickOutside={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (!isMissing && !isRunning) onConfirm(reason.trim())
        }}
      >
        <Stack>
          <div>{children}</div>
          {reasonLabel !== undefined && (
            <LongTextField
              label={reasonLabel}
              required
              data-autofocus
              value={reason}
              onChange={setReason}
              error={isAsked && isMissing ? 'Enter a reason' : undefined}
            />
          )}
          {error && (
            <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="alert">
              {error.message}
              {error.correlationId !== undefined && <div>Reference: {error.correlationId}</div>}
            </Alert>
          )}
          <DialogEnd>
            <Button variant="default" onClick={onClose} disabled={isRunning}>
              {stay}
            </Button>
            {onBack && (
              <Button variant="default" onClick={onBack} disabled={isRunning}>
                Back
              </Button>
            )}
            <Button type="submit" loading={isRunning} {...(isDangerous ? { color: 'red.8' } : {})}>
              {verb}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Dialog>
  )
}
