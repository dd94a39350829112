import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
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
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <form {...formProps}>
        <Stack>
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Continue</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
