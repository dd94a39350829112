import { DeadlinesBody, type SiteSetting } from '#api/people/contracts/setting.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
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

/** For how long a bill may wait for each step. */
export function DeadlinesDialog({ settings, onClose }: { settings: readonly SiteSetting[]; onClose: () => void }) {
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
      {DEADLINE_KEYS.map((key, index) => (
        <TextField
          key={key}
          {...form.field(key)}
          label={SETTING_WORDS[key].name}
          inputMode="numeric"
          required
          {...(index === 0 ? { 'data-autofocus': true } : {})}
        />
      ))}
    </FormDialog>
  )
}
