import { CapBody } from '#api/people/contracts/setting.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { nairaText } from '#web/ui/money.tsx'
import { SettingChanges } from './setting-changes.tsx'
import { useChangeSetting } from './use-change-setting.ts'

/** Another amount (naira) above which a payment into a wallet needs a reason. */
export function CapDialog({ amount, onClose }: { amount: string; onClose: () => void }) {
  const command = useChangeSetting('funding_cap', onClose)
  const form = useFormState({
    initial: { key: 'funding_cap' as const, value: amount },
    schema: CapBody,
    onSubmit: command.submit,
  })
  return (
    <FormDialog title="Edit the funding cap" verb="Save cap" form={form} command={command} onClose={onClose}>
      <MoneyField
        {...form.field('value')}
        label="Funding cap"
        description="A larger payment into a patient's wallet needs a reason. This applies to new requests."
        required
        data-autofocus
      />
      <SettingChanges
        changes={[{ name: 'Funding cap', from: `NGN ${nairaText(amount)}`, to: `NGN ${nairaText(form.values.value)}` }]}
      />
    </FormDialog>
  )
}
