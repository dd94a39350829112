import { useQuery } from '@tanstack/react-query'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { LongTextField, TextField } from '#web/ui/form/text-field.tsx'
import { statesQuery } from './coes-api.ts'

/** What a form of a hospital begins with. */
export type CoeValues = Record<'coe_name' | 'coe_type' | 'coe_address' | 'coe_id_cap' | 'state_id', string>

const TYPES = ['Federal', 'State'].map((type) => ({ value: type, label: type }))

type Bound = {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly error: string | undefined
}
/** `field` binds a field to its form, as useFormState does. */
type InputsProps = { readonly field: (name: keyof CoeValues) => Bound }

/** What a hospital is known by, new or not (spec, validations: create COE, edit COE). */
export function CoeInputs({ field }: InputsProps) {
  const states = useQuery(statesQuery)
  return (
    <>
      <TextField {...field('coe_name')} label="Name" required data-autofocus autoComplete="off" />
      <SelectField {...field('coe_type')} label="Type" required options={TYPES} />
      <SelectField
        {...field('state_id')}
        label="State"
        required
        options={(states.data?.data ?? []).map(({ id, state }) => ({ value: String(id), label: state }))}
      />
      <TextField {...field('coe_id_cap')} label="Hospital's CAP number" required autoComplete="off" />
      <LongTextField {...field('coe_address')} label="Address" required />
    </>
  )
}
