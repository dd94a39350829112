import { Button, Group, Stack, Text } from '@mantine/core'
import { OwnCodeBody } from '#api/people/contracts/second-factor.ts'
import { Refused } from '#web/features/people/account/account-card.tsx'
import { useCommand } from '#web/shell/use-command.ts'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { FactorCodeField } from './factor-code-field.tsx'

type FactorCodeFormProps<A> = {
  readonly about: string
  readonly submitLabel: string
  readonly run: (body: OwnCodeBody, key: string) => Promise<A>
  readonly onDone: (answer: A) => void
  readonly onCancel: () => void
}

/** Takes a code of the app, or a recovery code, before something is done about the second factor. */
export function FactorCodeForm<A>({ about, submitLabel, run, onDone, onCancel }: FactorCodeFormProps<A>) {
  const command = useCommand({ run, quiet: true, onDone })
  const form = useFormState({ initial: { code: '' }, schema: OwnCodeBody, onSubmit: command.submit })
  const { error } = command
  useRefusedFields(form, error)
  return (
    <form {...form.formProps}>
      <Stack maw={420}>
        <Text size="sm">{about}</Text>
        <Refused error={error} />
        <FactorCodeField
          {...form.field('code')}
          label="Code from the app"
          description="Or one of your recovery codes"
          size="md"
          autoFocus
        />
        <Group>
          <Button type="submit" loading={command.isRunning}>
            {submitLabel}
          </Button>
          <Button variant="default" onClick={onCancel} disabled={command.isRunning}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
