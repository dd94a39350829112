import { type ComboboxParsedItem, Select, type SelectProps } from '@mantine/core'
import { hasWords } from '#domain/kernel/folded-name.ts'

export type Choice = { readonly value: string; readonly label: string }

type SelectFieldProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> & {
  readonly options: readonly Choice[]
  /** '' when nothing is chosen. */
  readonly value: string
  readonly onChange: (value: string) => void
}

const SEARCH_FROM = 8

type Filtering = { readonly options: ComboboxParsedItem[]; readonly search: string }

/** By any of the words of a name, whatever its marks, apostrophes and capitals. */
const named = ({ options, search }: Filtering) =>
  options.filter((option) => !('label' in option) || hasWords(option.label, search))

/** One of several; with more than eight entries one can type to find. Where one is required, pressing it again keeps it. */
export function SelectField({ options, value, onChange, ...rest }: SelectFieldProps) {
  return (
    <Select
      title={options.find((option) => option.value === value)?.label ?? ''}
      placeholder="Choose"
      allowDeselect={rest.required !== true}
      {...rest}
      data={options}
      value={value === '' ? null : value}
      onChange={(chosen: string | null) => onChange(chosen ?? '')}
      filter={named}
      searchable={options.length > SEARCH_FROM}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      nothingFoundMessage="Nothing matches"
      clearButtonProps={{ 'aria-label': 'Clear' }}
    />
  )
}
