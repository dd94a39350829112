import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import { onDemandOver } from '#web/shell/on-demand.tsx'
import { dateText, parseDate } from '#web/ui/dates.ts'
import { afterPress } from './after-press.ts'
import { showToast } from '#web/ui/toasts.tsx'

const calendar = onDemandOver(() => import('./date-calendar.tsx'))

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
  const [wrong, setWrong] = useState<string>()
  if (value !== seen) {
    setSeen(value)
    setText(dateText(value))
    setWrong(undefined)
  }
  const isAllowed = (day: string) => (min === undefined || day >= min) && (max === undefined || day <= max)
  const settle = () => {
    const day = parseDate(text)
    const ok = isBlank(text) || (day !== undefined && isAllowed(day))
    afterPress(() => setWrong(ok ? undefined : text))
    if (ok && (day ?? '') !== value) onChange(day ?? '')
    else if (ok) setText(dateText(value))
  }
  const open = async () => {
    if (await calendar.fetch()) setOpen(true)
    else showToast('error', 'The calendar could not be loaded. Type the date, or try again in a moment.')
  }
  const DateCalendar = calendar.here()?.default
  const label = typeof rest.label === 'string' ? rest.label : 'date'
  return (
    <TextInput
      {...rest}
      placeholder="d-m-yyyy"
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={text}
      error={wrong === text ? rangeText(min, max) : error}
      onChange={(event) => {
        setText(event.currentTarget.value)
        setWrong(undefined)
      }}
      onBlur={(event) => {
        settle()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus withinPortal={false} position="bottom-end">
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Pick ${label}`}
              onClick={() => (isOpen ? setOpen(false) : void open())}
            >
              <IconCalendar size={18} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            {DateCalendar && (
              <DateCalendar
                value={value}
                min={min}
                max={max}
                onPick={(day) => {
                  onChange(day)
                  setOpen(false)
                }}
              />
            )}
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
