import { Button, Skeleton, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet, useSearchParams } from 'react-router-dom'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { AddPermissionDialog } from './add-permission-dialog.tsx'
import { CreateRoleDialog } from './create-role-dialog.tsx'
import { MatrixTab } from './matrix-tab.tsx'
import { PermissionList } from './permission-list.tsx'
import { RoleList } from './role-list.tsx'
import { rolesQuery } from './role-choices.ts'
import { permissionsQuery } from './roles-api.ts'

const VIEWS = [
  { value: 'matrix', label: 'Matrix' },
  { value: 'roles', label: 'Roles' },
  { value: 'permissions', label: 'Permissions' },
] as const

/** Roles (spec, S097): what each may do, who holds it, and who gives it. */
export default function RolesScreen() {
  const [params, setParams] = useSearchParams()
  const view = VIEWS.find(({ value }) => value === params.get('view'))?.value ?? 'matrix'
  const roles = useQuery(rolesQuery)
  const permissions = useQuery(permissionsQuery)
  const [adding, setAdding] = useState<'role' | 'permission'>()
  const failed = [roles, permissions].find(({ isError, data }) => isError && data === undefined)
  const close = () => setAdding(undefined)
  const what = view === 'permissions' ? 'permission' : 'role'
  return (
    <Screen
      title="Roles and permissions"
      intro="What each role allows. A change takes effect at once for everyone with the role."
      action={
        <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(what)}>
          {what === 'role' ? 'Create role' : 'Add permission'}
        </Button>
      }
    >
      <Tabs
        value={view}
        keepMounted={false}
        onChange={(next) => setParams(next === null || next === 'matrix' ? {} : { view: next }, { replace: true })}
      >
        <Tabs.List aria-label="Roles and permissions" mb="md">
          {VIEWS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view}>
          {failed !== undefined && <ErrorState error={failed.error} onRetry={() => failed.refetch()} />}
          {failed === undefined && (roles.data === undefined || permissions.data === undefined) && (
            <Skeleton height={320} role="status" aria-label="Loading roles" />
          )}
          {roles.data !== undefined && permissions.data !== undefined && (
            <>
              {view === 'matrix' && <MatrixTab roles={roles.data.data} permissions={permissions.data.data} />}
              {view === 'roles' && <RoleList roles={roles.data.data} />}
              {view === 'permissions' && <PermissionList roles={roles.data.data} permissions={permissions.data.data} />}
            </>
          )}
        </Tabs.Panel>
      </Tabs>
      {adding === 'role' && <CreateRoleDialog onClose={close} />}
      {adding === 'permission' && <AddPermissionDialog onClose={close} />}
      <Outlet />
    </Screen>
  )
}
