import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { CategoryBody } from '#api/catalogue/contracts/category-body.ts'
import type { CategoryView } from '#api/catalogue/contracts/category.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { serverErrors } from '#web/ui/form/form-errors.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { saveCategory } from './categories-api.ts'

type CategoryDialogProps = {
  /** The one to be changed; a new one without it. */
  readonly category?: CategoryView | undefined
  readonly onClose: () => void
}

/** The name and the code of a category, new or not (spec, S096). */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  useReturnFocus()
  const command = useCommand({
    run: saveCategory,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'category',
  })
  const form = useFormState({
    initial: { category_name: category?.category_name ?? '', category_code: category?.category_code ?? '' },
    schema: CategoryBody,
    onSubmit: (body) => command.submit({ ...body, ...(category === undefined ? {} : { id: category.id }) }),
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
  const isNew = category === undefined
  return (
    <Modal opened onClose={close} title={isNew ? 'Add a category' : 'Edit category'} closeOnClickOutside={false}>
      <form {...form.formProps}>
        <Stack>
          <TextField {...form.field('category_name')} label="Category name" required data-autofocus />
          <TextField
            {...form.field('category_code')}
            label="Category code"
            description="At most 5 characters"
            required
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
              {isNew ? 'Add category' : 'Save category'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
