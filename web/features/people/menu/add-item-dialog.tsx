import { useQuery } from '@tanstack/react-query'
import { MenuItemBody } from '#api/people/contracts/menu.ts'
import { MENU_GROUPS } from '#domain/kernel/menu-groups.ts'
import { MENU_ICONS } from '#web/shell/menu-icon.tsx'
import { isScreenAddress } from '#web/shell/screen-addresses.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { filledIn } from '#web/ui/form/form-errors.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { permissionsQuery } from '#web/features/people/roles/roles-api.ts'
import { addItem } from './menu-api.ts'

/** A link leads to a screen that there is. */
const SAID = filledIn(
  MenuItemBody.extend({
    menu_link: MenuItemBody.shape.menu_link.refine(isScreenAddress, 'No screen of the portal has this address'),
  }),
)
const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** A new item, which leads to a screen of the portal. */
export function AddItemDialog({ onClose }: { onClose: () => void }) {
  const permissions = useQuery(permissionsQuery)
  const command = useCommand({
    run: addItem,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'menu-item',
  })
  const form = useFormState({
    initial: { menu_name: '', menu_link: '', menu_permission: '', menu_icon: '', group: 'Work', order: '' },
    schema: SAID,
    onSubmit: (body) => command.submit(body),
  })
  return (
    <FormDialog title="Add a menu item" verb="Add menu item" form={form} command={command} onClose={onClose}>
      <TextField {...form.field('menu_name')} label="Menu name" required data-autofocus />
      <TextField {...form.field('menu_link')} label="Link" description="An address of the portal: /payments" required />
      <SelectField
        {...form.field('menu_permission')}
        label="Permission"
        description="Only people with this permission see the item. Leave it empty to show it to everyone."
        options={(permissions.data?.data ?? []).map(({ permission, description }) => ({
          value: permission,
          label: description === '' ? permission : description,
        }))}
        clearable
      />
      <SelectField {...form.field('menu_icon')} label="Icon" options={same(MENU_ICONS)} required />
      <SelectField {...form.field('group')} label="Group" options={same(MENU_GROUPS)} allowDeselect={false} required />
      <TextField
        {...form.field('order')}
        label="Order"
        description="A number; lower comes first. Leave it empty to put it last."
        inputMode="numeric"
      />
    </FormDialog>
  )
}
