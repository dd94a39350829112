import { Button, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { RoleDetail as Role } from '#api/people/contracts/role.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { RecordHead } from '#web/ui/record/record-head.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { DeleteRoleDialog } from './delete-role-dialog.tsx'
import { RoleHolders } from './role-holders.tsx'
import { RoleParents } from './role-parents.tsx'
import { RoleRights } from './role-rights.tsx'
import { reachText } from './role-words.ts'
import { roleQuery } from './roles-api.ts'
import { whyNotRole } from './why-not.ts'

/** One role at its own address: what it may do, who holds it, who gives it, and who changed what. */
export default function RoleDetail() {
  const { id = '' } = useParams()
  return (
    <RecordDetail title="Role" query={useQuery(roleQuery(id))}>
      {(role) => <RoleRecord role={role} />}
    </RecordDetail>
  )
}

function RoleRecord({ role }: { role: Role }) {
  const user = useUser()
  const [isDeleting, setDeleting] = useState(false)
  const whyNot = whyNotRole(user, role.id)
  return (
    <>
      <RecordHead
        kind="Role"
        id={role.role}
        actions={
          !role.is_deleted && (
            <Button
              variant="default"
              size="sm"
              disabled={whyNot !== undefined}
              title={whyNot ?? ''}
              onClick={() => setDeleting(true)}
            >
              Delete role
            </Button>
          )
        }
      />
      <Facts
        items={[
          { name: 'Name', value: roleName(role.role) },
          { name: 'Description', value: role.description },
          { name: 'Its holders see', value: reachText(role.reach) },
          ...(whyNot === undefined ? [] : [{ name: 'Changes', value: whyNot }]),
          ...(role.is_deleted ? [{ name: 'Deleted', value: 'Yes, see the history' }] : []),
        ]}
      />
      <Tabs defaultValue="rights" keepMounted={false}>
        <Tabs.List aria-label="About the role">
          <Tabs.Tab value="rights">Rights</Tabs.Tab>
          <Tabs.Tab value="people">People</Tabs.Tab>
          <Tabs.Tab value="parents">Parents</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rights" pt="md">
          <RoleRights role={role} />
        </Tabs.Panel>
        <Tabs.Panel value="people" pt="md">
          <RoleHolders role={role} />
        </Tabs.Panel>
        <Tabs.Panel value="parents" pt="md">
          <RoleParents role={role} whyNot={role.is_deleted ? 'The role is deleted' : whyNot} />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <HistoryList entries={role.history} />
        </Tabs.Panel>
      </Tabs>
      {isDeleting && <DeleteRoleDialog role={role} onClose={() => setDeleting(false)} />}
    </>
  )
}
