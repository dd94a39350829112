import { Button, Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'

type AskedFormProps = {
  readonly title: string
  readonly formProps: ComponentProps<'form'>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The form before the question: what is to be moved; 'Continue' leads to the confirm dialog that names it. */
export function AskedForm({ title, formProps, onClose, children }: AskedFormProps) {
  useReturnFocus()
  return (
    <Dialog onClose={onClose} title={title} closeOnClickOutside={false}>
      <form {...formProps}>
        <Stack>
          {children}
          <DialogEnd>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Continue</Button>
          </DialogEnd>
        </Stack>
      </form>
    </Dialog>
  )
}
