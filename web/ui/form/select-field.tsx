import { type ComboboxParsedItem, Select, type SelectProps } from '@mantine/core'
import { hasWords } from '#domain/kernel/folded-name.ts'
import { useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import { useWrongText } from './use-wrong-text.ts'

/** One of several, under the heading of its group where it has one. */
export type Choice = { readonly value: string; readonly label: string; readonly group?: string }

type SelectFieldProps = Omit<
  SelectProps,
  'data' | 'value' | 'onChange' | 'searchable' | 'searchValue' | 'onSearchChange'
> & {
  readonly options: readonly Choice[]
  /** '' when nothing is chosen. */
  readonly value: string
  readonly onChange: (value: string) => void
  /**
   * Where the server searches: `options` are what it found for what is typed, and nothing while it has not answered that.
   * `label` is of what is chosen, which may not be among them.
   */
  readonly found?: { readonly onType: (text: string) => void; readonly isSearching: boolean; readonly label: string }
}

const SEARCH_FROM = 8

type Filtering = { readonly options: ComboboxParsedItem[]; readonly search: string }

/** By any of the words of a name or its group, whatever their marks, apostrophes and capitals. */
const named = ({ options, search }: Filtering): ComboboxParsedItem[] =>
  options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return hasWords(option.label, search) ? [option] : []
    const items = option.items.filter(({ label }) => hasWords(`${label} ${option.group}`, search))
    return items.length === 0 ? [] : [{ ...option, items }]
  })

type Option = { value: string; label: string }

/** As Mantine takes them: those of a group under its heading. What names a group of its own it takes for one. */
function inGroups(options: readonly Choice[]): (Option | { group: string; items: Option[] })[] {
  const groups = new Map<string, Option[]>()
  for (const { value, label, group = '' } of options)
    groups.set(group, [...(groups.get(group) ?? []), { value, label }])
  return [...groups].flatMap<Option | { group: string; items: Option[] }>(([group, items]) =>
    group === '' ? items : [{ group, items }],
  )
}

/**
 * One of several; with more than eight entries one can type to find. Only what matches the text can be chosen; a text that
 * is none of them stays as typed, and holds its form up. Where one is required, pressing it again keeps it.
 */
export function SelectField({ options, value, onChange, found, error, onBlur, ...rest }: SelectFieldProps) {
  const isSearchable = found !== undefined || options.length > SEARCH_FROM
  const chosen = found?.label ?? options.find((option) => option.value === value)?.label ?? ''
  const [text, setText] = useState(chosen)
  const isWrong = isSearchable && !isBlank(text) && text !== chosen
  const { input, error: said, onInvalid, leave, type } = useWrongText(isWrong ? 'Choose one from the list' : undefined)
  const isKnown = found === undefined || value === '' || options.some((option) => option.value === value)
  const write = (next: string) => {
    setText(next)
    type()
    found?.onType(next === chosen ? '' : next)
  }
  return (
    <Select
      title={chosen}
      placeholder="Choose"
      allowDeselect={rest.required !== true}
      {...rest}
      ref={input}
      data={inGroups(isKnown ? options : [...options, { value, label: chosen }])}
      // The server has searched: what it found is what there is to choose from, beside nothing that is not.
      filter={found === undefined ? named : () => options.map((option) => option)}
      value={value === '' ? null : value}
      onChange={(next: string | null) => onChange(next ?? '')}
      searchable={isSearchable}
      searchValue={text}
      onSearchChange={write}
      onOptionSubmit={(picked) => write(options.find((option) => option.value === picked)?.label ?? '')}
      error={isWrong ? said : error}
      onInvalid={onInvalid}
      onBlur={(event) => {
        const typed = event.currentTarget.value
        const [meant, ...others] = options.filter(({ label }) => label.toLowerCase() === typed.trim().toLowerCase())
        if (isSearchable && !isBlank(typed) && typed !== chosen) {
          if (meant !== undefined && others.length === 0) onChange(meant.value)
          else {
            // Mantine writes what was chosen before in its place.
            setText(typed)
            leave()
          }
        }
        onBlur?.(event)
      }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      nothingFoundMessage={found?.isSearching === true ? 'Searching' : (rest.nothingFoundMessage ?? 'Nothing matches')}
      clearButtonProps={{ 'aria-label': 'Clear' }}
    />
  )
}
