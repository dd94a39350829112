import { hasWords } from '#domain/kernel/folded-name.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { PermissionView, Role } from '#api/people/contracts/role.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { type AskedRight, ChangeRightDialog, rightText } from './change-right-dialog.tsx'
import { RoleMatrix } from './role-matrix.tsx'
import styles from './roles.module.css'

type MatrixTabProps = { readonly roles: readonly Role[]; readonly permissions: readonly PermissionView[] }

/** Roles beside rights, narrowed by a word; on a phone, where twenty columns are none, one role at a time. */
export function MatrixTab({ roles, permissions }: MatrixTabProps) {
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState('')
  const [word, setWord] = useState('')
  const [asked, setAsked] = useState<AskedRight>()
  const one = roles.find(({ id }) => id === chosen) ?? roles[0]
  const shown = permissions.filter((permission) => matches(permission, word))
  return (
    <>
      <div className={styles['tools'] ?? ''}>
        {isNarrow === true && (
          <SelectField
            label="Role"
            options={roles.map(({ id, role }) => ({ value: id, label: roleName(role) }))}
            value={one?.id ?? ''}
            onChange={setChosen}
            allowDeselect={false}
          />
        )}
        <TextField label="Right" placeholder="For example: payment" value={word} onChange={setWord} />
        <p className={styles['count'] ?? ''} role="status">
          {shown.length === 1 ? '1 right' : `${shown.length} rights`}
        </p>
      </div>
      {shown.length === 0 || one === undefined ? (
        <EmptyState title="No data available" hint="No right matches." />
      ) : (
        <RoleMatrix roles={isNarrow === true ? [one] : roles} permissions={shown} onAsk={setAsked} />
      )}
      {asked !== undefined && <ChangeRightDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** Its words, or its name as programs read it. */
const matches = (permission: PermissionView, word: string): boolean =>
  hasWords(`${rightText(permission)} ${permission.permission}`, word)
