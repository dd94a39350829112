import { Button, Popover, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconCalendar, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { DATE_PRESETS, presetRange, today } from './dates.ts'
import { DateField } from './form/date-field.tsx'
import { SelectField } from './form/select-field.tsx'
import { chipsOf, type FilterSelect, unreadWords } from './filter-chips.ts'
import type { ListFilterControl } from './list-filter.ts'
import styles from './filter-bar.module.css'

type FilterBarProps = {
  readonly filter: ListFilterControl
  /** What the search looks through; no search box without it. */
  readonly searchLabel?: string
  readonly dates?: boolean
  /** The list wants a whole period or none. */
  readonly needsBothDays?: boolean
  readonly selects?: readonly FilterSelect[]
  /** Controls of the screen's own, such as AsOfControl. */
  readonly children?: ReactNode
}

/**
 * Search, dates, selects; what is set shows as chips that can be removed. Everything lives in the URL. On a phone they are behind one
 * button, with the tools of the list below.
 */
export function FilterBar({
  filter,
  searchLabel,
  dates = false,
  needsBothDays = false,
  selects = [],
  children,
}: FilterBarProps) {
  const chips = chipsOf(filter, selects, needsBothDays)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles['bar']} role="search" aria-label="Filter" data-open={isOpen || filter.asOf !== ''}>
      <Button
        className={styles['toggle'] ?? ''}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        data-chrome
      >
        Filters and tools
      </Button>
      <div id={id} className={styles['controls']} data-chrome>
        {searchLabel !== undefined && <SearchBox label={searchLabel} filter={filter} />}
        {dates && <DateRange filter={filter} />}
        {selects.map(({ name, label, options }) => (
          <SelectField
            key={name}
            label={label}
            options={options}
            value={filter.values[name] ?? ''}
            onChange={(value) => filter.set({ [name]: value })}
            placeholder="All"
            clearable
            {...roomFor(options.find(({ value }) => value === (filter.values[name] ?? ''))?.label)}
          />
        ))}
        {children}
      </div>
      {filter.unread.length > 0 && (
        <p role="status">Ignored, because the address has an unreadable value for: {unreadWords(filter, selects)}.</p>
      )}
      {chips.length > 0 && <p className="print-only">Only: {chips.map(({ text }) => text).join('; ')}</p>}
      {chips.length > 0 && (
        <ul className={styles['chips']} aria-label="Filters set" data-chrome>
          {chips.map(({ text, patch }) => (
            <li key={text}>
              <button type="button" onClick={() => filter.set(patch)} aria-label={`Remove filter ${text}`}>
                {text} <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
          {chips.length > 1 && (
            <li>
              <button type="button" onClick={filter.clear}>
                Clear all
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** What is chosen is read whole, beside the clearing button, where the line has room for it: no control goes to the next. */
const roomFor = (chosen: string | undefined) =>
  chosen === undefined ? {} : { style: { flexGrow: 4, maxWidth: `max(150px, ${chosen.length}ch + 60px)` } }

function SearchBox({ label, filter }: { label: string; filter: ListFilterControl }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(filter.search)
  const [seen, setSeen] = useState(filter.search)
  if (filter.search !== seen) {
    // The URL changed by other means than typing here: a chip taken away, a view chosen, Back.
    setSeen(filter.search)
    if (filter.search !== typed.trim()) setTyped(filter.search)
  }
  const apply = useDebouncedCallback((text: string) => filter.set({ search: text.trim() }), 350)
  useHotkeys([['/', () => input.current?.focus()]])
  return (
    <TextInput
      ref={input}
      type="search"
      label={label}
      className={styles['search'] ?? ''}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={<kbd aria-hidden>/</kbd>}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}

/** First and last day behind one button, which says what is set, so that all filters stand in one line. */
function DateRange({ filter }: { filter: ListFilterControl }) {
  const [isOpen, setOpen] = useState(false)
  const start = filter.from === '' ? {} : { min: filter.from }
  const end = filter.to === '' ? {} : { max: filter.to }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-start" width={320}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconCalendar size={18} aria-hidden />} onClick={() => setOpen(!isOpen)}>
          Period
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles['dates']}>
          <DateField label="From" value={filter.from} {...end} onChange={(from) => filter.set({ from })} />
          <DateField label="To" value={filter.to} {...start} onChange={(to) => filter.set({ to })} />
        </div>
        <div className={styles['presets']}>
          {DATE_PRESETS.map((preset) => (
            <Button
              key={preset}
              variant="default"
              size="xs"
              onClick={() => {
                filter.set(presetRange(preset, today()))
                setOpen(false)
              }}
            >
              {preset}
            </Button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
