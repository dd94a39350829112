import { FactorDemandBody } from '#api/people/contracts/setting.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { SettingChanges } from './setting-changes.tsx'
import { useChangeSetting } from './use-change-setting.ts'

const ANSWERS = [
  { value: 'Yes', label: 'Yes' },
  { value: 'No', label: 'No' },
]

/** Whether a second factor is asked of those whose roles need one; '' was never said, and is no. */
export function SecondFactorDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const command = useChangeSetting('second-factor', onClose)
  const form = useFormState({
    initial: { key: 'second_factor' as const, value: value === '' ? 'No' : value },
    schema: FactorDemandBody,
    onSubmit: command.submit,
  })
  return (
    <FormDialog title="Edit the second factor" verb="Save" form={form} command={command} onClose={onClose}>
      <SelectField
        {...form.field('value')}
        label="Required for people who handle payments, invoices, funds or roles"
        description="They set up their phone at their next sign-in. In production it is always required."
        options={ANSWERS}
        allowDeselect={false}
        data-autofocus
      />
      <SettingChanges changes={[{ name: 'Second factor', from: value === '' ? 'No' : value, to: form.values.value }]} />
    </FormDialog>
  )
}
