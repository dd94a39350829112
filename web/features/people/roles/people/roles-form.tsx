import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import type { NamedRole, UserRolesDetail } from '#api/people/contracts/role.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import styles from '#web/features/people/roles/roles.module.css'
import { changeRoles } from './people-api.ts'
import { personName } from './person-name.ts'

type RolesFormProps = {
  readonly person: UserRolesDetail
  readonly assignable: readonly (NamedRole & { readonly description: string })[]
  readonly refetch: () => unknown
}

/**
 * The roles that somebody is to hold from now on. What others changed meanwhile is refused, shown, and begun from; roles
 * that the signed-in person may not give stay as they are.
 */
export function RolesForm({ person, assignable, refetch }: RolesFormProps) {
  const user = useUser()
  const held = person.roles.map(({ id }) => id)
  // What was chosen is chosen of one state of the person: of another, it is begun again.
  const [draft, setDraft] = useState({ revision: person.revision, chosen: held })
  const chosen = draft.revision === person.revision ? draft.chosen : held
  const [isAsked, setAsked] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const command = useCommand({
    run: changeRoles,
    success: ({ message }) => message,
    onDone: () => setConfirming(false),
    quiet: true,
    keptAs: 'roles-of-person',
  })
  const hasChanged = command.error?.status === 409
  useEffect(() => {
    if (hasChanged) refetch()
  }, [hasChanged, refetch])
  const isOwn = user.id === person.id
  const fixed = person.roles.filter(({ id }) => !assignable.some((one) => one.id === id))
  const named = (ids: readonly string[]) =>
    [...assignable, ...person.roles]
      .filter(({ id }, at, all) => ids.includes(id) && all.findIndex((one) => one.id === id) === at)
      .map(({ role }) => roleName(role))
      .join(', ')
  const [given, taken] = [chosen.filter((id) => !held.includes(id)), held.filter((id) => !chosen.includes(id))]
  const isSame = given.length + taken.length === 0
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    setDraft({ revision: person.revision, chosen: next })
    setAsked(false)
  }
  const ask = (event: FormEvent) => {
    event.preventDefault()
    command.clearError()
    setAsked(true)
    setConfirming(chosen.length > 0 && !isSame)
  }
  if (isOwn || assignable.length === 0)
    return (
      <p className={styles['said'] ?? ''}>
        {named(held)}. {isOwn ? 'You cannot change your own roles.' : 'Your roles cannot give any role.'}
      </p>
    )
  return (
    <>
      <form onSubmit={ask} noValidate aria-label="Roles of the person">
        <Stack>
          <Checkbox.Group
            label="Roles"
            value={[...chosen]}
            error={isAsked && chosen.length === 0 ? 'You must select at least one role.' : undefined}
          >
            <Stack mt="xs" gap="sm">
              {fixed.map(({ id, role }) => (
                <Checkbox
                  key={id}
                  value={id}
                  label={roleName(role)}
                  description="Your roles cannot remove this role"
                  disabled
                />
              ))}
              {assignable.map(({ id, role, description }) => (
                <Checkbox
                  key={id}
                  value={id}
                  label={roleName(role)}
                  description={description}
                  onChange={() => toggle(id)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          {command.error && (!isConfirming || hasChanged) && (
            <Alert color="red" variant="outline" role="alert">
              {command.error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button type="submit" disabled={isSame && chosen.length > 0}>
              Change roles
            </Button>
          </Group>
        </Stack>
      </form>
      {isConfirming && !hasChanged && (
        <ConfirmCommand
          title="Change roles"
          verb="Change roles"
          onConfirm={() => command.submit({ id: person.id, roles: [...chosen], revision: person.revision })}
          command={command}
          onClose={() => setConfirming(false)}
        >
          <p className={styles['said'] ?? ''}>Change the roles of {personName(person)}?</p>
          {given.length > 0 && <p className={styles['said'] ?? ''}>Gets: {named(given)}.</p>}
          {taken.length > 0 && <p className={styles['said'] ?? ''}>Loses: {named(taken)}.</p>}
          <p className={styles['said'] ?? ''}>It takes effect at their next click, even while they are signed in.</p>
        </ConfirmCommand>
      )}
    </>
  )
}
