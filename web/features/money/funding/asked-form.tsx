import { Button, Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import type { Draft } from '#web/shell/drafts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Restored } from '#web/ui/form/restored.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'

type AskedFormProps = {
  readonly title: string
  readonly formProps: ComponentProps<'form'>
  /** What of it was typed before, and whether anything was. */
  readonly form: { readonly restored: Draft<unknown> | undefined; readonly isChanged: boolean }
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The form before the question: what is to be moved; 'Continue' leads to the confirm dialog that names it. */
export function AskedForm({ title, formProps, form, onClose, children }: AskedFormProps) {
  useReturnFocus()
  return (
    <Dialog onClose={onClose} title={title} hasDraft={form.isChanged} closeOnClickOutside={false}>
      <form {...formProps}>
        <Stack>
          {form.restored && <Restored draft={form.restored} />}
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
