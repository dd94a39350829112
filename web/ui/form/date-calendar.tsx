import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'

type DateCalendarProps = {
  readonly value: string
  readonly min: string | undefined
  readonly max: string | undefined
  readonly onPick: (day: string) => void
}

/** The calendar of DateField; the only file that brings @mantine/dates, in a chunk of its own. */
export default function DateCalendar({ value, min, max, onPick }: DateCalendarProps) {
  return (
    <DatePicker
      value={value === '' ? null : value}
      {...(value === '' ? {} : { defaultDate: value })}
      {...(min === undefined ? {} : { minDate: min })}
      {...(max === undefined ? {} : { maxDate: max })}
      weekendDays={[]}
      hideOutsideDates
      firstDayOfWeek={1}
      ariaLabels={{
        nextMonth: 'Next month',
        previousMonth: 'Previous month',
        nextYear: 'Next year',
        previousYear: 'Previous year',
        nextDecade: 'Next decade',
        previousDecade: 'Previous decade',
      }}
      onChange={(day) => {
        if (day !== null) onPick(day)
      }}
    />
  )
}
