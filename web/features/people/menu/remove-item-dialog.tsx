import type { MenuItemView } from '#api/people/contracts/menu.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
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
    <ConfirmCommand
      title="Delete menu item"
      verb="Delete item"
      isDangerous
      onConfirm={() => command.submit({ id: item.id })}
      command={command}
      onClose={onClose}
    >
      Delete {item.menu_name} from the menu? The screen at {item.menu_link} stays, and you can add the item again.
    </ConfirmCommand>
  )
}
