import { Button, Popover, TextInput } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { asOfText, parseAsOf } from './as-of.ts'
import { today } from './dates.ts'
import type { ListFilterControl } from './list-filter.ts'
import styles from './filter-bar.module.css'

const WAYS = [
  { way: 'date', label: 'Recorded date' },
  { way: 'position', label: 'Position' },
] as const

/** Looks at a report as it was: at a recorded date, or at a position of the log. Says so loudly when it is not now. */
export function AsOfControl({ filter }: { filter: Pick<ListFilterControl, 'asOf' | 'set'> }) {
  const [isOpen, setOpen] = useState(false)
  const [by, setBy] = useState<(typeof WAYS)[number]['way']>('date')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const asOf = parseAsOf(by, typed, today())
    if (asOf === undefined) {
      setError(by === 'date' ? 'Enter a date up to today, like 31-1-2026' : 'Enter a whole number')
      return
    }
    filter.set({ as_of: asOf })
    setOpen(false)
  }
  const isPast = filter.asOf !== ''
  return (
    <div className={styles['asOf']} data-past={isPast}>
      {isPast && (
        <p role="status">
          {asOfText(filter.asOf)} <strong>These are not today&apos;s figures.</strong>
        </p>
      )}
      <div data-chrome className={styles['asOfButtons']}>
        <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start" width={280}>
          <Popover.Target>
            <Button
              variant="default"
              leftSection={<IconClock size={18} aria-hidden />}
              onClick={() => setOpen(!isOpen)}
            >
              {isPast ? 'Choose another date' : 'Figures as at now'}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <form onSubmit={apply} className={styles['asOfForm']}>
              <Button.Group>
                {WAYS.map(({ way, label }) => (
                  <Button
                    key={way}
                    fullWidth
                    size="compact-md"
                    variant={by === way ? 'light' : 'default'}
                    aria-pressed={by === way}
                    onClick={() => setBy(way)}
                  >
                    {label}
                  </Button>
                ))}
              </Button.Group>
              <TextInput
                label={by === 'date' ? 'Figures as at end of' : 'Log position'}
                placeholder={by === 'date' ? 'd-m-yyyy' : ''}
                inputMode="numeric"
                value={typed}
                error={error}
                onChange={(event) => {
                  setTyped(event.currentTarget.value)
                  setError(undefined)
                }}
              />
              <Button type="submit">Show</Button>
            </form>
          </Popover.Dropdown>
        </Popover>
        {isPast && (
          <Button variant="subtle" onClick={() => filter.set({ as_of: '' })}>
            Back to today&apos;s figures
          </Button>
        )}
      </div>
    </div>
  )
}
