import { CategoryBody } from '#api/catalogue/contracts/category-body.ts'
import type { CategoryView } from '#api/catalogue/contracts/category.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { saveCategory } from './categories-api.ts'

type CategoryDialogProps = {
  /** The one to be changed; a new one without it. */
  readonly category?: CategoryView | undefined
  readonly onClose: () => void
}

/** The name and the code of a category, new or not (spec, S096). */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
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
  const isNew = category === undefined
  return (
    <FormDialog
      title={isNew ? 'Add a category' : 'Edit category'}
      verb={isNew ? 'Add category' : 'Save category'}
      form={form}
      command={command}
      onClose={onClose}
    >
      <TextField {...form.field('category_name')} label="Category name" required data-autofocus />
      <TextField {...form.field('category_code')} label="Category code" description="Up to 5 characters" required />
    </FormDialog>
  )
}
