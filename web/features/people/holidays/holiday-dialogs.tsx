import { type HolidayView, HolidayBody, HolidayNameBody } from '#api/people/contracts/holiday.ts'
import { dateText } from '#web/ui/dates.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { addHoliday, removeHoliday, renameHoliday } from './holidays-api.ts'

type OfHoliday = { readonly holiday: HolidayView; readonly onClose: () => void }
const said = { success: ({ message }: { message: string }) => message, quiet: true }

export function AddHolidayDialog({ onClose }: Pick<OfHoliday, 'onClose'>) {
  const command = useCommand({ ...said, run: addHoliday, onDone: onClose, keptAs: 'holiday' })
  const form = useFormState({
    initial: { day: '', name: '' },
    schema: HolidayBody,
    onSubmit: (body) => command.submit(body),
  })
  return (
    <FormDialog title="Add a public holiday" verb="Add holiday" form={form} command={command} onClose={onClose}>
      <DateField {...form.field('day')} label="Day" required data-autofocus />
      <TextField {...form.field('name')} label="Name" required />
    </FormDialog>
  )
}

export function RenameHolidayDialog({ holiday: { day, name }, onClose }: OfHoliday) {
  const command = useCommand({ ...said, run: renameHoliday, onDone: onClose, keptAs: 'holiday-name' })
  const form = useFormState({
    initial: { name },
    schema: HolidayNameBody,
    onSubmit: (body) => command.submit({ day, ...body }),
  })
  return (
    <FormDialog title={`Rename ${dateText(day)}`} verb="Save name" form={form} command={command} onClose={onClose}>
      <TextField {...form.field('name')} label="Name" required data-autofocus />
    </FormDialog>
  )
}

/** Asks before a holiday is a working day again: what reports say of waiting times changes with it. */
export function RemoveHolidayDialog({ holiday: { day, name }, onClose }: OfHoliday) {
  const command = useCommand({ ...said, run: removeHoliday, onDone: onClose, keptAs: 'holiday-removal' })
  return (
    <ConfirmCommand
      title="Remove public holiday"
      verb="Remove holiday"
      isDangerous
      onConfirm={() => command.submit({ day })}
      command={command}
      onClose={onClose}
    >
      Remove {name} on {dateText(day)}? Its hours will count as working time, also in reports about past days.
    </ConfirmCommand>
  )
}
