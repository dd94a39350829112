import { HOLIDAY_FIELDS } from '#api/people/contracts/fields.ts'
import type { HolidayView } from '#api/people/contracts/holiday.ts'
import { dateText } from '#web/ui/dates.ts'
import { ActedList, type AddAct, type RowAct } from '#web/ui/acted-list.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { AddHolidayDialog, RemoveHolidayDialog, RenameHolidayDialog } from './holiday-dialogs.tsx'
import { HOLIDAYS } from './holidays-api.ts'

/** The public holidays: on them no clock of a payment step runs (docs/decisions/0102). */
export default function HolidaysScreen() {
  return (
    <ActedList
      title="Public holidays"
      intro="Working time is Monday to Friday, 8:00 to 17:00 in Lagos, without these days."
      filter={useListFilter([])}
      searchLabel="Name"
      selects={[]}
      path={HOLIDAYS}
      list={LIST}
      rowId={rowId}
      nameOf={nameOf}
      add={ADD}
      acts={ACTS}
      actsWidth={180}
    />
  )
}

const LIST = { id: 'holidays', fields: HOLIDAY_FIELDS, emptyHint: 'No public holiday has this name.' }
const rowId = ({ day }: HolidayView) => day
const nameOf = ({ day, name }: HolidayView) => `${name}, ${dateText(day)}`

const ADD: AddAct = {
  word: 'Add holiday',
  permissions: ['MANAGE_SITE_SETTING'],
  dialog: (close) => <AddHolidayDialog onClose={close} />,
}

const ACTS: readonly RowAct<HolidayView>[] = [
  {
    word: 'Rename',
    labelOf: (name) => `Rename ${name}`,
    permissions: ['MANAGE_SITE_SETTING'],
    dialog: (holiday, close) => <RenameHolidayDialog holiday={holiday} onClose={close} />,
  },
  {
    word: 'Remove',
    labelOf: (name) => `Remove ${name}`,
    permissions: ['MANAGE_SITE_SETTING'],
    dialog: (holiday, close) => <RemoveHolidayDialog holiday={holiday} onClose={close} />,
  },
]
