import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { dateText, parseDate } from '#web/ui/dates.ts'

const DateCalendar = lazy(() => import('./date-calendar.tsx'))

type DateFieldProps = Omit<TextInputProps, 'onChange' | 'value' | 'error'> & {
  /** yyyy-mm-dd, '' for none. */
  readonly value: string
  readonly onChange: (day: string) => void
  readonly error?: string | undefined
  /** First and last day that can be picked, yyyy-mm-dd. */
  readonly min?: string
  readonly max?: string
}

/** A day, typed as d-m-yyyy or picked; the calendar is fetched when it is first opened. */
export function DateField({ value, onChange, error, min, max, onBlur, ...rest }: DateFieldProps) {
  const [text, setText] = useState(dateText(value))
  const [seen, setSeen] = useState(value)
  const [isOpen, setOpen] = useState(false)
  const [isWrong, setWrong] = useState(false)
  if (value !== seen) {
    setSeen(value)
    setText(dateText(value))
    setWrong(false)
  }
  const isAllowed = (day: string) => (min === undefined || day >= min) && (max === undefined || day <= max)
  const settle = () => {
    const day = parseDate(text)
    const ok = text.trim() === '' || (day !== undefined && isAllowed(day))
    setWrong(!ok)
    if (ok && (day ?? '') !== value) onChange(day ?? '')
    else if (ok) setText(dateText(value))
  }
  const label = typeof rest.label === 'string' ? rest.label : 'date'
  return (
    <TextInput
      {...rest}
      placeholder="d-m-yyyy"
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={text}
      error={isWrong ? rangeText(min, max) : error}
      onChange={(event) => {
        setText(event.currentTarget.value)
        setWrong(false)
      }}
      onBlur={(event) => {
        settle()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-end">
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Pick ${label}`} onClick={() => setOpen(!isOpen)}>
              <IconCalendar size={18} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense fallback={<Skeleton width={252} height={260} />}>
              <DateCalendar
                value={value}
                min={min}
                max={max}
                onPick={(day) => {
                  onChange(day)
                  setOpen(false)
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}

function rangeText(min: string | undefined, max: string | undefined): string {
  const from = min === undefined ? '' : ` from ${dateText(min)}`
  const to = max === undefined ? '' : ` up to ${dateText(max)}`
  return `Type a date as d-m-yyyy${from}${to}`
}
