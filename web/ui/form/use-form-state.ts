import { type FormEvent, useCallback, useRef, useState } from 'react'
import { type FieldErrors, type Rules, validate } from './form-errors.ts'

type FormOptions<Values, Checked> = {
  readonly initial: Values
  /** The contract of the request: the same rules as the server's. */
  readonly schema: Rules<Checked>
  readonly onSubmit: (checked: Checked) => unknown
}

/**
 * State of a form checked by a contract. An error appears on leaving the field and on submit, and goes when the value
 * changes; a refused submit moves the focus to the first field that is wrong. `field(name)` is spread on a kit field.
 */
export function useFormState<Values extends Record<string, string>, Checked>({
  initial,
  schema,
  onSubmit,
}: FormOptions<Values, Checked>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)

  const set = (name: keyof Values & string, value: string) => {
    setValues((old) => ({ ...old, [name]: value }))
    setErrors(({ [name]: _gone, ...others }) => others)
  }
  const leave = (name: keyof Values & string) => {
    const text = validate(schema, values)[name]
    if (text !== undefined) setErrors((old) => ({ ...old, [name]: text }))
  }
  const show = useCallback((found: FieldErrors) => {
    setErrors(found)
    const first = Array.from(form.current?.elements ?? []).find(
      (element) => element instanceof HTMLElement && 'name' in element && String(element.name) in found,
    )
    if (first instanceof HTMLElement) first.focus()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const result = schema.safeParse(values)
    if (result.success) {
      setErrors({})
      onSubmit(result.data)
    } else show(validate(schema, values))
  }
  return {
    values,
    errors,
    set,
    /** Puts the server's texts at their fields. */
    show,
    formProps: { ref: form, onSubmit: submit, noValidate: true },
    field: (name: keyof Values & string) => ({
      name,
      value: values[name] ?? '',
      onChange: (value: string) => set(name, value),
      onBlur: () => leave(name),
      error: errors[name],
    }),
  }
}
