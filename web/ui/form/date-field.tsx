import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import { onDemandOver } from '#web/shell/on-demand.tsx'
import { dateText, parseDate } from '#web/ui/dates.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { useWrongText } from './use-wrong-text.ts'

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

/**
 * A day, typed as d-m-yyyy or picked; the calendar is fetched when it is first opened. What is no day, or not one that may be
 * picked, stays as it was typed, and holds its form up.
 */
export function DateField({ value, onChange, error, min, max, onBlur, ...rest }: DateFieldProps) {
  const [text, setText] = useState(dateText(value))
  const [seen, setSeen] = useState(value)
  const [isOpen, setOpen] = useState(false)
  if (value !== seen) {
    setSeen(value)
    setText(dateText(value))
  }
  const day = parseDate(text)
  const isAllowed = day !== undefined && (min === undefined || day >= min) && (max === undefined || day <= max)
  const isWrong = !isBlank(text) && !isAllowed
  const { input, error: said, onInvalid, leave, type } = useWrongText(isWrong ? rangeText(min, max) : undefined)
  const settle = () => {
    leave()
    if (isWrong) return
    if ((day ?? '') === value) setText(dateText(value))
    else onChange(day ?? '')
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
      ref={input}
      placeholder="d-m-yyyy"
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={text}
      error={isWrong ? said : error}
      onInvalid={onInvalid}
      onChange={(event) => {
        setText(event.currentTarget.value)
        type()
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
                  setText(dateText(day))
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
