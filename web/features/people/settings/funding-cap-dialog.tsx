import { FundingCapBody } from '#api/people/contracts/setting.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useChangeSetting } from './use-change-setting.ts'

/** Another amount (naira) above which money into a wallet needs a reason. */
export function FundingCapDialog({ amount, onClose }: { amount: string; onClose: () => void }) {
  const command = useChangeSetting('funding-cap', onClose)
  const form = useFormState({
    initial: { key: 'funding_cap' as const, value: amount },
    schema: FundingCapBody,
    onSubmit: command.submit,
  })
  return (
    <FormDialog title="Edit the funding cap" verb="Save cap" form={form} command={command} onClose={onClose}>
      <MoneyField
        {...form.field('value')}
        label="Funding cap"
        description="Above it, money into a patient's wallet needs a reason. It holds for what is asked for from now on."
        required
        data-autofocus
      />
    </FormDialog>
  )
}
