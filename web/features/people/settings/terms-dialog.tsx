import { TermsBody } from '#api/people/contracts/setting.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { LongTextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useChangeSetting } from './use-change-setting.ts'

/** Other terms: a new version of them, which whoever enrols accepts from then on. */
export function TermsDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const command = useChangeSetting('terms', onClose)
  const form = useFormState({
    initial: { key: 'application_terms_condition' as const, value: text },
    schema: TermsBody,
    onSubmit: command.submit,
  })
  return (
    <FormDialog title="Edit the terms" verb="Save a new version" form={form} command={command} onClose={onClose}>
      <LongTextField
        {...form.field('value')}
        label="Terms"
        description="An empty line starts a paragraph. People who accepted an older version are not asked again."
        rows={14}
        required
        data-autofocus
      />
    </FormDialog>
  )
}
