import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import type { CategoryView } from '#api/catalogue/contracts/category.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { roleChoices, rolesQuery } from '#web/features/people/roles/role-choices.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { attachRole, categoryQuery, detachRole } from './categories-api.ts'
import styles from './categories.module.css'

/** Which roles bill a category: attached and detached one by one; why not, stands in the dialog (spec, S096, M195). */
export function CategoryRolesDialog({ category, onClose }: { category: CategoryView; onClose: () => void }) {
  useReturnFocus()
  const { id, category_name: name } = category
  const detail = useQuery(categoryQuery(String(id)))
  const roles = useQuery(rolesQuery)
  const [role, setRole] = useState('')
  const [isAsked, setAsked] = useState(false)
  const said = { success: ({ message }: { message: string }) => message, quiet: true }
  const attaching = useCommand({
    ...said,
    run: attachRole,
    keptAs: 'category-role',
    onDone: () => {
      setRole('')
      setAsked(false)
    },
  })
  const detaching = useCommand({ ...said, run: detachRole, keptAs: 'category-role-detach' })
  const isRunning = attaching.isRunning || detaching.isRunning
  const close = () => {
    if (isRunning) return
    attaching.leave()
    detaching.leave()
    onClose()
  }
  const attach = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    detaching.clearError()
    if (role !== '' && !isRunning) void attaching.submit({ id, roleId: role })
  }
  const failed = [detail, roles].find(({ isError, data }) => isError && data === undefined)
  const attached = detail.data?.data.roles
  const error = attaching.error ?? detaching.error
  return (
    <Dialog onClose={close} title={`Roles of ${name}`} closeOnClickOutside={false}>
      <Stack>
        <p className={styles['about'] ?? ''}>
          People with one of these roles can see and bill its services. With no role here, everyone who bills can.
        </p>
        {failed !== undefined && <ErrorState error={failed.error} onRetry={() => failed.refetch()} />}
        {failed === undefined && (attached === undefined || roles.data === undefined) && (
          <Skeleton height={160} role="status" aria-label="Loading the roles" />
        )}
        {attached !== undefined && roles.data !== undefined && (
          <>
            {attached.length === 0 ? (
              <p className={styles['about'] ?? ''}>No role is attached.</p>
            ) : (
              <ul className={styles['roles'] ?? ''} aria-label="Attached roles">
                {attached.map((one) => (
                  <li key={one.id}>
                    <span>{roleName(one.role)}</span>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Detach ${roleName(one.role)}`}
                      disabled={isRunning}
                      onClick={() => {
                        attaching.clearError()
                        void detaching.submit({ id, roleId: one.id })
                      }}
                    >
                      Detach
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            <form onSubmit={attach} noValidate aria-label="Attach a role">
              <Stack>
                <SelectField
                  label="Role"
                  placeholder="Choose a role"
                  data-autofocus
                  options={roleChoices(roles.data).filter(({ value }) => !attached.some((one) => one.id === value))}
                  value={role}
                  onChange={setRole}
                  error={isAsked && role === '' ? 'You must select a role' : undefined}
                />
                {error && (
                  <Alert color="red" variant="outline" role="alert">
                    {error.message}
                  </Alert>
                )}
                <DialogEnd>
                  <Button variant="default" onClick={close} disabled={isRunning}>
                    Close
                  </Button>
                  <Button type="submit" loading={attaching.isRunning} disabled={detaching.isRunning}>
                    Attach role
                  </Button>
                </DialogEnd>
              </Stack>
            </form>
          </>
        )}
      </Stack>
    </Dialog>
  )
}
