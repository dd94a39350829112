import type { CategoryView } from '#api/catalogue/contracts/category.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { deleteCategory } from './categories-api.ts'

/** Asks before a category is deleted; why not, stands in the dialog (spec, M195). */
export function DeleteCategoryDialog({ category, onClose }: { category: CategoryView; onClose: () => void }) {
  const command = useCommand({
    run: deleteCategory,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'category-delete',
  })
  return (
    <ConfirmCommand
      title="Delete category"
      verb="Delete category"
      isDangerous
      onConfirm={() => command.submit({ id: category.id })}
      command={command}
      onClose={onClose}
    >
      Delete the category {category.category_name} ({category.category_code})? Its id, {category.id}, is not given
      again.
    </ConfirmCommand>
  )
}
