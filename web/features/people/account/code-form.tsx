import { Button, Stack } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { output } from 'zod'
import { type CodeAsked, CodeBody } from '#api/people/contracts/account.ts'
import { isBlank } from '#domain/kernel/blank.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { Refused } from './account-card.tsx'
import { clockOf, useNextCode } from './next-code.ts'

type CodeFormProps<A> = {
  /** To which the code was mailed; typed here when it is not known. */
  readonly email: string
  readonly verify: (body: CodeBody, key: string) => Promise<A>
  readonly ask: (body: { email: string }, key: string) => Promise<output<typeof CodeAsked>>
  readonly onDone: (answer: A) => void
  readonly isDone?: boolean
  readonly children?: ReactNode
}

/** Takes the six characters that were mailed, and asks for others once the wait is over. */
export function CodeForm<A>({ email, verify, ask, onDone, isDone = false, children }: CodeFormProps<A>) {
  const command = useCommand({ run: verify, quiet: true, savesNothing: true, onDone })
  const form = useFormState({ initial: { email, hash: '' }, schema: CodeBody, onSubmit: command.submit })
  const { values } = form
  const [left, beginWait] = useNextCode(values.email.trim())
  const again = useCommand({
    run: ask,
    quiet: true,
    savesNothing: true,
    onDone: ({ message, data }) => {
      beginWait(Date.now() + data.wait_seconds * 1000)
      showToast('success', message)
    },
  })
  const { error } = command
  useRefusedFields(form, error)
  const refusal = again.error
  useEffect(() => {
    if (refusal?.retryAt !== undefined) beginWait(refusal.retryAt)
    // The wait begins once for each refusal.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [refusal])
  return (
    <form {...form.formProps}>
      <Stack>
        {children}
        <Refused error={error} />
        <Refused error={refusal} />
        {email === '' && (
          <TextField {...form.field('email')} label="Email" type="email" size="md" autoComplete="username" autoFocus />
        )}
        <TextField
          {...form.field('hash')}
          label="Code"
          description="6 letters and digits"
          size="md"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus={email !== ''}
        />
        <Button type="submit" size="md" loading={command.isRunning} disabled={isDone} fullWidth>
          Verify
        </Button>
        <Button
          variant="default"
          size="md"
          loading={again.isRunning}
          disabled={isDone || left > 0 || isBlank(values.email)}
          onClick={() => void again.submit({ email: values.email.trim() })}
          fullWidth
        >
          {left > 0 ? `Another code in ${clockOf(left)}` : 'Send another code'}
        </Button>
      </Stack>
    </form>
  )
}
