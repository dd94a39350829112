import type { MenuItemView } from '#api/people/contracts/menu.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { removeItem } from './menu-api.ts'

/** Asks before an item is taken out of the menu. */
export function RemoveItemDialog({ item, onClose }: { item: MenuItemView; onClose: () => void }) {
  const command = useCommand({
    run: removeItem,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'menu-item-remove',
  })
  return (
    <ConfirmDialog
      title="Delete menu item"
      verb="Delete item"
      isDangerous
      onConfirm={() => command.submit({ id: item.id })}
      onClose={() => {
        command.leave()
        onClose()
      }}
      isRunning={command.isRunning}
      error={command.error}
    >
      Delete {item.menu_name} from the menu? Nobody is shown it any more; the screen at {item.menu_link} stays, and the
      item can be added again.
    </ConfirmDialog>
  )
}
