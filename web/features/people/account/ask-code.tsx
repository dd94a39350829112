import { Button, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { output } from 'zod'
import type { CodeAsked } from '#api/people/contracts/account.ts'
import { useCommand } from '#web/shell/use-command.ts'
import type { Rules } from '#web/ui/form/form-errors.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { Refused } from './account-card.tsx'
import { keepNextCode } from './next-code.ts'

type AskCodeProps = {
  readonly rules: Rules<{ email: string }>
  readonly ask: (body: { email: string }, key: string) => Promise<output<typeof CodeAsked>>
  /** Where the code is typed, before the e-mail. */
  readonly next: string
  /** Whether it can be sent as it stands, where that is said before. */
  readonly isReady?: (email: string) => boolean
}

/** Asks for a code to an e-mail, and goes on to where it is typed: also when one was asked for just now. */
export function AskCode({ rules, ask, next, isReady = () => true }: AskCodeProps) {
  const navigate = useNavigate()
  const goOn = (email: string, at: number, isEarlier = false) => {
    keepNextCode(email, at)
    void navigate(`${next}/${encodeURIComponent(email)}`, { state: { isEarlier } })
  }
  const command = useCommand({
    run: ask,
    quiet: true,
    savesNothing: true,
    onDone: ({ data }, { email }) => goOn(email, Date.now() + data.wait_seconds * 1000),
  })
  const form = useFormState({ initial: { email: '' }, schema: rules, onSubmit: command.submit })
  const { error } = command
  const email = form.values.email.trim()
  useRefusedFields(form, error)
  useEffect(() => {
    if (error?.status === 429 && error.retryAt !== undefined) goOn(email, error.retryAt, true)
    // What was typed when the answer came.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [error])
  return (
    <form {...form.formProps}>
      <Stack>
        <Refused error={error} />
        <TextField {...form.field('email')} label="Email" type="email" size="md" autoComplete="username" autoFocus />
        <Button type="submit" size="md" loading={command.isRunning} disabled={!isReady(email)} fullWidth>
          Send the code
        </Button>
      </Stack>
    </form>
  )
}
