import { SupportLineBody } from '#api/people/contracts/setting.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useChangeSetting } from './use-change-setting.ts'

/** Another number for the support line; '' is none yet. */
export function SupportLineDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const command = useChangeSetting('support-line', onClose)
  const form = useFormState({
    initial: { key: 'support_line' as const, value: number },
    schema: SupportLineBody,
    onSubmit: command.submit,
  })
  return (
    <FormDialog title="Edit the support line" verb="Save number" form={form} command={command} onClose={onClose}>
      <TextField
        {...form.field('value')}
        label="Phone number"
        description="11 digits. It appears in every header within five minutes."
        type="tel"
        required
        data-autofocus
      />
    </FormDialog>
  )
}
