import { compareNames } from '#domain/kernel/folded-name.ts'
import { useState } from 'react'
import type { MenuItemView } from '#api/people/contracts/menu.ts'
import { oneOfEachList } from '#domain/kernel/menu-lists.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { MenuIcon } from '#web/shell/menu-icon.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { inGroups } from './in-groups.ts'
import styles from './menu.module.css'

/** The menu as somebody is shown it who holds one role and no other. */
export function MenuPreview({ items }: { items: readonly MenuItemView[] }) {
  const [role, setRole] = useState('')
  const roles = [...new Set(items.flatMap(({ seen_by: by }) => by))]
    .map((value) => ({ value, label: roleName(value) }))
    .sort((one, other) => compareNames(one.label, other.label))
  const own = items.filter(({ seen_by: by }) => by.includes(role))
  const shown = oneOfEachList(own.map(({ menu_link: link }) => link))
  const groups = inGroups(own.filter(({ menu_link: link }) => shown.has(link)))
  return (
    <>
      <SelectField
        className={styles['role'] ?? ''}
        label="Role"
        placeholder="Choose a role"
        options={roles}
        value={role}
        onChange={setRole}
      />
      {role === '' && <EmptyState title="No role is chosen" hint="Choose a role to see its menu." />}
      {role !== '' && groups.length === 0 && (
        <EmptyState title="No data available" hint="This role sees no menu items." />
      )}
      {groups.length > 0 && (
        <div role="group" aria-label={`Menu of ${roleName(role)}`} className={styles['preview']}>
          {groups.map(({ group, items: own }) => (
            <section key={group} aria-label={group}>
              <h2>{group}</h2>
              <ul>
                {own.map(({ id, menu_name: name, menu_icon: icon }) => (
                  <li key={id}>
                    <MenuIcon name={icon} /> {name}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </>
  )
}
