import { DeadlinesBody, type SiteSetting } from '#api/people/contracts/setting.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { SettingChanges } from './setting-changes.tsx'
import { SETTING_WORDS } from './setting-words.ts'
import { useChangeSetting } from './use-change-setting.ts'

/** The deadlines of the steps, in their order. */
export const DEADLINE_KEYS = [
  'deadline_cmd',
  'deadline_initiate',
  'deadline_recommend',
  'deadline_approve',
  'deadline_dfa',
  'deadline_permsec',
] as const

type DeadlinesDialogProps = {
  /** The one that was opened: the focus begins there. */
  readonly of: SiteSetting['key']
  readonly settings: readonly SiteSetting[]
  readonly onClose: () => void
}

/** For how long a bill may wait for each step. */
export function DeadlinesDialog({ of, settings, onClose }: DeadlinesDialogProps) {
  const command = useChangeSetting('deadlines', onClose)
  const valueOf = (key: (typeof DEADLINE_KEYS)[number]) => settings.find((one) => one.key === key)?.value ?? ''
  const form = useFormState({
    initial: {
      key: 'deadlines' as const,
      deadline_cmd: valueOf('deadline_cmd'),
      deadline_initiate: valueOf('deadline_initiate'),
      deadline_recommend: valueOf('deadline_recommend'),
      deadline_approve: valueOf('deadline_approve'),
      deadline_dfa: valueOf('deadline_dfa'),
      deadline_permsec: valueOf('deadline_permsec'),
    },
    schema: DeadlinesBody,
    onSubmit: command.submit,
  })
  return (
    <FormDialog title="Edit the deadlines" verb="Save deadlines" form={form} command={command} onClose={onClose}>
      <p>A working day has nine hours. Bills that wait longer are marked overdue.</p>
      {DEADLINE_KEYS.map((key) => (
        <TextField
          key={key}
          {...form.field(key)}
          label={SETTING_WORDS[key].name}
          inputMode="numeric"
          required
          {...(key === of ? { 'data-autofocus': true } : {})}
        />
      ))}
      <SettingChanges
        changes={DEADLINE_KEYS.map((key) => ({
          name: SETTING_WORDS[key].name,
          from: valueOf(key),
          to: form.values[key],
        }))}
      />
    </FormDialog>
  )
}
