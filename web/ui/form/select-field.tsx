import { Select, type SelectProps } from '@mantine/core'

export type Choice = { readonly value: string; readonly label: string }

type SelectFieldProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> & {
  readonly options: readonly Choice[]
  /** '' when nothing is chosen. */
  readonly value: string
  readonly onChange: (value: string) => void
}

const SEARCH_FROM = 8

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
      searchable={options.length > SEARCH_FROM}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      nothingFoundMessage="Nothing matches"
      clearButtonProps={{ 'aria-label': 'Clear' }}
    />
  )
}
