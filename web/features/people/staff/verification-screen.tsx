import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { LookupBody } from '#api/people/contracts/staff-body.ts'
import type { UserLookup } from '#api/people/contracts/staff.ts'
import { Refused } from '#web/features/people/account/account-card.tsx'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { Facts, Panel, Screen } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { nameOf } from './people-table.tsx'
import { lookUp, verifyEmailOf } from './staff-api.ts'
import styles from './staff.module.css'

/** Support finds a user by their e-mail, sees what became of the last code, and verifies the e-mail for them (spec, S067). */
export default function VerificationScreen() {
  const [found, setFound] = useState<{ readonly email: string; readonly user: UserLookup }>()
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
    <Screen title="E-mail verification" intro="For people who cannot verify their email with the code we sent.">
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
    </Screen>
  )
}

type FoundProps = { readonly email: string; readonly user: UserLookup; readonly onVerified: () => void }

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
