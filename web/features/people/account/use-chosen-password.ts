import { useState } from 'react'
import { RecoveryForm } from '#api/people/contracts/account.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { useGoOn } from './use-go-on.ts'

const TO_LOGIN_MS = 5_000

/**
 * The form in which somebody who is signed out chooses a password, twice typed: sent together with `of`, which says whose it
 * is. `done` is what was answered, once it was; sign-in comes by itself then.
 */
export function useChosenPassword<Of extends object>(
  choose: (body: Of & { readonly password: string }, key: string) => Promise<{ readonly message: string }>,
  of: Of,
) {
  const [done, setDone] = useState<string>()
  const command = useCommand({
    run: choose,
    quiet: true,
    savesNothing: true,
    onDone: ({ message }) => setDone(message),
  })
  const form = useFormState({
    initial: { password: '', confirm_password: '' },
    schema: RecoveryForm,
    onSubmit: ({ password }) => command.submit({ ...of, password }),
  })
  useRefusedFields(form, command.error)
  useGoOn(done !== undefined, '/login', TO_LOGIN_MS)
  return { form, command, done }
}
