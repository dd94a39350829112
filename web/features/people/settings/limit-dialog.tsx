import { LimitBody } from '#api/people/contracts/setting.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { LongTextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { nairaText } from '#web/ui/money.tsx'
import { SettingChanges } from './setting-changes.tsx'
import { useChangeSetting } from './use-change-setting.ts'

/** Proposes another amount (naira) above which a movement of funds needs a second person; it needs one itself. */
export function LimitDialog({ amount, onClose }: { amount: string; onClose: () => void }) {
  const command = useChangeSetting('second_person_above', onClose)
  const form = useFormState({
    initial: { key: 'second_person_above' as const, value: amount, reason: '' },
    schema: LimitBody,
    onSubmit: command.submit,
  })
  return (
    <FormDialog
      title="Propose another amount"
      verb="Ask for confirmation"
      form={form}
      command={command}
      onClose={onClose}
    >
      <p>Another administrator must confirm the new amount. Until then the current amount applies.</p>
      <MoneyField
        {...form.field('value')}
        label="Second person above"
        description="A larger credit or allocation needs a second person to confirm it. This applies to new requests."
        required
        data-autofocus
      />
      <LongTextField {...form.field('reason')} label="Reason" required />
      <SettingChanges
        changes={[
          { name: 'Second person above', from: `NGN ${nairaText(amount)}`, to: `NGN ${nairaText(form.values.value)}` },
        ]}
      />
    </FormDialog>
  )
}
