import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DateField } from '#web/ui/form/date-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { ListFilterControl } from '#web/ui/list-filter.ts'
import styles from './transactions.module.css'

type PullFormProps = {
  /** What is pulled stands in the address. */
  readonly filter: ListFilterControl
  /** What is said where a day is missing. */
  readonly missing: string
  readonly category?: readonly { readonly value: string; readonly label: string }[]
  /** On the button, as the screen's spec has it. */
  readonly verb: string
}

/** A period, and a category where the screen has one: what is chosen is pulled when the button is pressed, and not before. */
export function PullForm({ filter, missing, category, verb }: PullFormProps) {
  const standing = { from: filter.from, to: filter.to, is_drug: filter.values['is_drug'] ?? '' }
  const [chosen, setChosen] = useState(standing)
  const [seen, setSeen] = useState(standing)
  const [isAsked, setAsked] = useState(false)
  if (JSON.stringify(seen) !== JSON.stringify(standing)) {
    // The address changed by other means: Back, or a link.
    setSeen(standing)
    setChosen(standing)
  }
  const isMissing = chosen.from === '' || chosen.to === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    const { is_drug: isDrug, ...days } = chosen
    if (!isMissing) filter.set(category === undefined ? days : { ...days, is_drug: isDrug })
  }
  const wrong = (day: string) => (isAsked && isMissing && day === '' ? missing : undefined)
  const [first, last] = [chosen.to === '' ? {} : { max: chosen.to }, chosen.from === '' ? {} : { min: chosen.from }]
  return (
    <form className={styles['pull']} onSubmit={submit} noValidate aria-label={verb} data-chrome>
      <DateField
        label="Start date"
        required
        value={chosen.from}
        {...first}
        error={wrong(chosen.from)}
        onChange={(from) => setChosen((now) => ({ ...now, from }))}
      />
      <DateField
        label="End date"
        required
        value={chosen.to}
        {...last}
        error={wrong(chosen.to)}
        onChange={(to) => setChosen((now) => ({ ...now, to }))}
      />
      {category && (
        <SelectField
          label="Category"
          placeholder="All"
          clearable
          options={category}
          value={chosen.is_drug}
          onChange={(is_drug) => setChosen((now) => ({ ...now, is_drug }))}
        />
      )}
      <Button type="submit">{verb}</Button>
    </form>
  )
}
