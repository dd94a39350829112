import { Alert, Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { RoleDetail } from '#api/people/contracts/role.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { roleChoices, rolesQuery } from './role-choices.ts'
import { attachParent, detachParent } from './roles-api.ts'
import styles from './roles.module.css'

type RoleParentsProps = { readonly role: RoleDetail; readonly whyNot: string | undefined }

/** Whose holders give the role to people, attached and detached one by one, and the roles that its own holders give. */
export function RoleParents({ role, whyNot }: RoleParentsProps) {
  const roles = useQuery(rolesQuery)
  const [parent, setParent] = useState('')
  const [isAsked, setAsked] = useState(false)
  const said = { success: ({ message }: { message: string }) => message, quiet: true }
  const attaching = useCommand({
    ...said,
    run: attachParent,
    keptAs: 'parent-of-role',
    onDone: () => {
      setParent('')
      setAsked(false)
    },
  })
  const detaching = useCommand({ ...said, run: detachParent, keptAs: 'parent-of-role-detach' })
  const isRunning = attaching.isRunning || detaching.isRunning
  const error = attaching.error ?? detaching.error
  const attach = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    detaching.clearError()
    if (parent !== '' && !isRunning) void attaching.submit({ role_id: role.id, parent_role_id: parent })
  }
  const others = roleChoices(roles.data).filter(
    ({ value }) => value !== role.id && !role.parents.some(({ id }) => id === value),
  )
  return (
    <Stack>
      <p className={styles['said'] ?? ''}>
        People with one of these roles can give this role to others and remove it. Super administrators can give every
        role.
      </p>
      {role.parents.length === 0 ? (
        <p className={styles['said'] ?? ''}>No parent is attached. Only super administrators can give it.</p>
      ) : (
        <ul className={styles['list'] ?? ''} aria-label="Parents">
          {role.parents.map((one) => (
            <li key={one.id}>
              <span>{roleName(one.role)}</span>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Detach ${roleName(one.role)}`}
                disabled={isRunning || whyNot !== undefined}
                title={whyNot ?? ''}
                onClick={() => {
                  attaching.clearError()
                  void detaching.submit({ role_id: role.id, parent_role_id: one.id })
                }}
              >
                Detach
              </Button>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <Alert color="red" variant="outline" role="alert">
          {error.message}
        </Alert>
      )}
      {whyNot === undefined && (
        <form onSubmit={attach} noValidate aria-label="Attach a parent">
          <Stack>
            <SelectField
              label="Parent role"
              placeholder="Choose a role"
              options={others}
              value={parent}
              onChange={setParent}
              error={isAsked && parent === '' ? 'You must select a role' : undefined}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={attaching.isRunning} disabled={detaching.isRunning}>
                Attach parent
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      <p className={styles['said'] ?? ''}>
        {role.children.length === 0
          ? 'People with this role cannot give any role.'
          : `People with this role can give: ${role.children.map((one) => roleName(one.role)).join(', ')}.`}
      </p>
    </Stack>
  )
}
