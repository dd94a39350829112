import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { roleChoices, rolesQuery } from '#web/features/people/roles/role-choices.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { PeopleList } from './people-list.tsx'
import { StaffForm } from './staff-form.tsx'
import { StaffScreen } from './staff-screen.tsx'
import styles from './staff.module.css'
import { useCreateTab } from './use-create-tab.ts'

/** Everybody who can sign in, patients too (spec, S021). */
export default function UsersScreen() {
  const [maySee, mayCreate] = [usePermission('VIEW_USERS'), usePermission('CREATE_USERS')]
  return (
    <StaffScreen
      title="Users"
      intro="Everyone who can sign in. To search by email, enter the whole address."
      list={maySee ? { tab: 'All users', content: <AllUsers /> } : undefined}
      create={mayCreate ? { tab: 'Create User', content: <StaffForm kind="user" /> } : undefined}
      {...useCreateTab()}
    />
  )
}

function AllUsers() {
  const roles = useQuery(rolesQuery)
  const [role, setRole] = useState('')
  const [typed, setTyped] = useState('')
  const [email, setEmail] = useState('')
  const find = (event: FormEvent) => {
    event.preventDefault()
    setEmail(typed.trim())
  }
  return (
    <>
      <form onSubmit={find} noValidate aria-label="Find a user" className={styles['tools'] ?? ''}>
        <TextField label="Email" type="email" value={typed} onChange={setTyped} autoComplete="off" />
        <Button type="submit" variant="default">
          Find
        </Button>
        <SelectField
          label="Role"
          placeholder="All"
          options={roleChoices(roles.data)}
          value={role}
          onChange={setRole}
          clearable
        />
      </form>
      <PeopleList
        key={`${role} ${email}`}
        path="/api/users"
        params={{ ...(role === '' ? {} : { role }), ...(email === '' ? {} : { email }) }}
        pageSize={10}
        label="Users"
        empty="No user records available"
        words={{ never: 'Need to change password', chosen: 'Active' }}
        to={({ id }) => `/users/${id}`}
      />
    </>
  )
}
