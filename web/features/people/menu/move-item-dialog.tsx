import { type MenuItemView, MenuPlaceBody } from '#api/people/contracts/menu.ts'
import { MENU_GROUPS } from '#domain/kernel/menu-groups.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { moveItem } from './menu-api.ts'

/** In which group an item stands, and where there. */
export function MoveItemDialog({ item, onClose }: { item: MenuItemView; onClose: () => void }) {
  const command = useCommand({
    run: moveItem,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'menu-item-move',
  })
  const form = useFormState({
    initial: { group: item.group, order: String(item.order) },
    schema: MenuPlaceBody,
    onSubmit: (place) => command.submit({ id: item.id, ...place }),
  })
  return (
    <FormDialog title={`Move ${item.menu_name}`} verb="Move item" form={form} command={command} onClose={onClose}>
      <SelectField
        {...form.field('group')}
        label="Group"
        options={MENU_GROUPS.map((group) => ({ value: group, label: group }))}
        allowDeselect={false}
        required
      />
      <TextField
        {...form.field('order')}
        label="Order"
        description="A number; lower comes first. 15 comes between 10 and 20."
        inputMode="numeric"
        required
        data-autofocus
      />
    </FormDialog>
  )
}
