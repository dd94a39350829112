import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { SignInAsBody } from '#api/people/contracts/session.ts'
import { AccountCard, Refused } from '#web/features/people/account/account-card.tsx'
import { profileQuery } from '#web/shell/session-queries.ts'
import { actAs, sessionHasEnded, useToken } from '#web/shell/session.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { LongTextField, TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { seeAs } from './support-api.ts'

const BACK = [{ to: '/dashboard', label: 'Back to the dashboard' }]

/** Anonymous support login (spec, S005): whoever may, sees the portal as somebody else does; the page itself is public. */
export default function SeeAsScreen() {
  const token = useToken()
  const client = useQueryClient()
  const navigate = useNavigate()
  const command = useCommand({
    run: seeAs,
    quiet: true,
    onDone: ({ data }) => {
      client.clear()
      client.setQueryData(profileQuery.queryKey, { data: data.user })
      actAs({ token: data.access_token, expiresAt: data.expires_at })
      void navigate('/dashboard')
    },
  })
  const form = useFormState({
    initial: { email: emailOf(useLocation().state), reason: '' },
    schema: SignInAsBody,
    onSubmit: command.submit,
  })
  const { error } = command
  useRefusedFields(form, error)
  if (token === undefined) {
    const state = { from: '/superadmin/anonymous/auth', hasEnded: sessionHasEnded() }
    return <Navigate to="/login" replace state={state} />
  }
  return (
    <AccountCard
      title="See as a user"
      intro="You see what this person sees for 30 minutes and can change nothing. They get an email, and your name and reason are recorded."
      ways={BACK}
    >
      <form {...form.formProps}>
        <Stack>
          <Refused error={error} />
          <TextField {...form.field('email')} label="Email" type="email" size="md" autoComplete="off" autoFocus />
          <LongTextField {...form.field('reason')} label="Reason" size="md" />
          <Button type="submit" size="md" loading={command.isRunning} fullWidth>
            See as this person
          </Button>
        </Stack>
      </form>
    </AccountCard>
  )
}

/** Whose, where support has looked them up already. */
function emailOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return ''
  return typeof state.email === 'string' ? state.email : ''
}
