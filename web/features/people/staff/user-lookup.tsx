import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { LookupBody } from '#api/people/contracts/staff-body.ts'
import type { UserLookup as Looked } from '#api/people/contracts/staff.ts'
import { Refused } from '#web/features/people/account/account-card.tsx'
import { usePermission } from '#web/shell/session-queries.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { Facts, Panel } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { nameOf } from './people-table.tsx'
import { lookUp, verifyEmailOf } from './staff-api.ts'
import styles from './staff.module.css'

/** Finds a user by their e-mail: what became of their last code, and what support does for them. */
export function UserLookup() {
  const [found, setFound] = useState<{ readonly email: string; readonly user: Looked }>()
  const command = useCommand({
    run: lookUp,
    quiet: true,
    savesNothing: true,
    onDone: ({ data: user }, { email }) => setFound({ email, user }),
  })
  const form = useFormState({
    initial: { email: '' },
    schema: LookupBody,
    onSubmit: (body) => {
      setFound(undefined)
      return command.submit(body)
    },
  })
  useRefusedFields(form, command.error)
  return (
    <>
      <form {...form.formProps} aria-label="Find a user">
        <div className={styles['tools'] ?? ''}>
          <TextField {...form.field('email')} label="Email" type="email" required autoComplete="off" />
          <Button type="submit" loading={command.isRunning}>
            Find
          </Button>
        </div>
      </form>
      <Stack>
        <Refused error={command.error} />
        {found !== undefined && <Found {...found} onVerified={() => void command.submit({ email: found.email })} />}
      </Stack>
    </>
  )
}

type FoundProps = { readonly email: string; readonly user: Looked; readonly onVerified: () => void }

function Found({ email, user, onVerified }: FoundProps) {
  const [isAsking, setAsking] = useState(false)
  const command = useCommand({
    run: verifyEmailOf,
    success: ({ message }) => message,
    quiet: true,
    keptAs: 'verify-email-of',
    onDone: () => {
      setAsking(false)
      onVerified()
    },
  })
  const [code] = user.user_verifications
  return (
    <Panel title={email} aside={<StatusChip status={user.status} />}>
      <Facts
        items={[
          { name: 'Name', value: nameOf(user) },
          {
            name: 'Email verified',
            value: user.email_verified_at === null ? 'Not yet' : <DateText value={user.email_verified_at} time />,
          },
          ...(code === undefined
            ? [{ name: 'Last code', value: 'No code sent' }]
            : [
                { name: 'Last code', value: `${code.purpose}: ${code.state}, ${code.tries_left} attempts left` },
                { name: 'Asked for', value: <DateText value={code.asked_at} time /> },
              ]),
        ]}
      />
      {user.email_verified_at === null && user.status === 'active' && (
        <Button mt="md" onClick={() => setAsking(true)}>
          Verify e-mail
        </Button>
      )}
      <Ways id={user.id} email={email} />
      {isAsking && (
        <ConfirmCommand
          title="Verify e-mail"
          verb="Verify"
          onConfirm={() => command.submit({ id: user.id })}
          command={command}
          onClose={() => setAsking(false)}
        >
          Are you sure that {email} belongs to this person? Your name is recorded.
          {command.error !== undefined && (
            <p className={styles['said'] ?? ''}>Could not verify user's email. Try again</p>
          )}
        </ConfirmCommand>
      )}
    </Panel>
  )
}

/** Where support goes on with a user. */
function Ways({ id, email }: { readonly id: string; readonly email: string }) {
  const [mayOpen, maySee] = [usePermission('VIEW_USERS'), usePermission('SUPPORT_ANONYMOUS_LOGIN')]
  return (
    <Group gap="md" mt="md">
      {mayOpen && (
        <Anchor component={Link} to={`/users/${encodeURIComponent(id)}`}>
          Open their record
        </Anchor>
      )}
      {maySee && (
        <Anchor component={Link} to="/superadmin/anonymous/auth" state={{ email }}>
          See as this user
        </Anchor>
      )}
    </Group>
  )
}
