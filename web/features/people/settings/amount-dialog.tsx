import { type AMOUNT_KEYS, AmountBody } from '#api/people/contracts/setting.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { nairaText } from '#web/ui/money.tsx'
import { SettingChanges } from './setting-changes.tsx'
import { useChangeSetting } from './use-change-setting.ts'

type AmountKey = (typeof AMOUNT_KEYS)[number]

const WORDS: Readonly<Record<AmountKey, { title: string; verb: string; label: string; description: string }>> = {
  funding_cap: {
    title: 'Edit the funding cap',
    verb: 'Save cap',
    label: 'Funding cap',
    description: "A larger payment into a patient's wallet needs a reason. This applies to new requests.",
  },
  second_person_above: {
    title: 'Edit what needs a second person',
    verb: 'Save amount',
    label: 'Second person above',
    description: 'A larger credit or allocation needs a second person to confirm it. This applies to new requests.',
  },
}

/** Another amount (naira) from which on something more is asked for. */
export function AmountDialog({ of, amount, onClose }: { of: AmountKey; amount: string; onClose: () => void }) {
  const { title, verb, ...field } = WORDS[of]
  const command = useChangeSetting(of, onClose)
  const form = useFormState({ initial: { key: of, value: amount }, schema: AmountBody, onSubmit: command.submit })
  return (
    <FormDialog title={title} verb={verb} form={form} command={command} onClose={onClose}>
      <MoneyField {...form.field('value')} {...field} required data-autofocus />
      <SettingChanges
        changes={[{ name: field.label, from: `NGN ${nairaText(amount)}`, to: `NGN ${nairaText(form.values.value)}` }]}
      />
    </FormDialog>
  )
}
