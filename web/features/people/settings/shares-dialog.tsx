import { SharesBody, type SiteSetting } from '#api/people/contracts/setting.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { SettingChanges } from './setting-changes.tsx'
import { SETTING_WORDS } from './setting-words.ts'
import { useChangeSetting } from './use-change-setting.ts'

/** The parts of a payment for drugs, in the order of the settings. */
export const SHARE_KEYS = ['share_coe', 'share_bank', 'share_manufacturer', 'share_emge'] as const

type SharesDialogProps = {
  /** The one that was opened: the focus begins there. */
  readonly of: SiteSetting['key']
  readonly settings: readonly SiteSetting[]
  readonly onClose: () => void
}

/** How payments for drugs are shared: all four together, as they add up to 100. */
export function SharesDialog({ of, settings, onClose }: SharesDialogProps) {
  const command = useChangeSetting('shares', onClose)
  const valueOf = (key: (typeof SHARE_KEYS)[number]) => settings.find((one) => one.key === key)?.value ?? ''
  const form = useFormState({
    initial: {
      key: 'shares' as const,
      share_coe: valueOf('share_coe'),
      share_bank: valueOf('share_bank'),
      share_manufacturer: valueOf('share_manufacturer'),
      share_emge: valueOf('share_emge'),
    },
    schema: SharesBody,
    onSubmit: command.submit,
  })
  return (
    <FormDialog title="Edit the shares" verb="Save shares" form={form} command={command} onClose={onClose}>
      <p>The shares must add up to 100. They apply to payments initiated after this.</p>
      {SHARE_KEYS.map((key) => (
        <TextField
          key={key}
          {...form.field(key)}
          label={SETTING_WORDS[key].name}
          inputMode="decimal"
          required
          {...(key === of ? { 'data-autofocus': true } : {})}
        />
      ))}
      <SettingChanges
        changes={SHARE_KEYS.map((key) => ({ name: SETTING_WORDS[key].name, from: valueOf(key), to: form.values[key] }))}
      />
    </FormDialog>
  )
}
