import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { afterPress } from './after-press.ts'
import { type FieldErrors, type Rules, validate } from './form-errors.ts'
import { useDraft } from './use-draft.ts'

type FormOptions<Values, Checked> = {
  readonly initial: Values
  /** The contract of the request: the same rules as the server's. */
  readonly schema: Rules<Checked>
  readonly onSubmit: (checked: Checked) => unknown
}

/** Secrets are kept nowhere. */
const SECRET = /password|token|hash|secret|enrolment|^(?:current_)?code$/

type FormState<Values> = { readonly values: Values; readonly errors: FieldErrors }

/**
 * State of a form checked by a contract. An error appears on leaving the field (behind a press that left it) and on submit,
 * and goes when the value changes; a refused submit moves the focus to the first field that is wrong. `field(name)` is spread on a kit field.
 */
export function useFormState<Values extends Record<string, string>, Checked>({
  initial,
  schema,
  onSubmit,
}: FormOptions<Values, Checked>) {
  const { restored, keep, attach } = useDraft(
    Object.keys(initial).some((name) => SECRET.test(name)) ? undefined : 'form',
    initial,
  )
  const [{ values, errors }, setState] = useState<FormState<Values>>({ values: restored?.value ?? initial, errors: {} })
  useEffect(() => keep(values), [keep, values])
  const form = useRef<HTMLFormElement>(null)
  const ref = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element
      return attach(element)
    },
    [attach],
  )

  const set = (name: keyof Values & string, value: string) =>
    setState((old) => {
      const { [name]: _gone, ...errors } = old.errors
      return { values: { ...old.values, [name]: value }, errors }
    })
  const leave = (name: keyof Values & string) =>
    afterPress(() =>
      setState((old) => {
        const text = validate(schema, old.values)[name]
        return text === undefined ? old : { ...old, errors: { ...old.errors, [name]: text } }
      }),
    )
  const show = useCallback((found: FieldErrors) => {
    setState(({ values }) => ({ values, errors: found }))
    const first = Array.from(form.current?.elements ?? []).find(
      (element) => element instanceof HTMLElement && 'name' in element && String(element.name) in found,
    )
    if (first instanceof HTMLElement) first.focus()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const result = schema.safeParse(values)
    if (result.success) {
      setState({ values, errors: {} })
      onSubmit(result.data)
    } else show(validate(schema, values))
  }
  return {
    values,
    errors,
    /** What of the values was typed before the session ended, or the page was loaded again. */
    restored,
    /** Whether anything of it is other than it was when the form was opened. */
    isChanged: JSON.stringify(values) !== JSON.stringify(initial),
    set,
    /** Puts the server's texts at their fields. */
    show,
    formProps: { ref, onSubmit: submit, noValidate: true },
    field: (name: keyof Values & string) => ({
      name,
      value: values[name] ?? '',
      onChange: (value: string) => set(name, value),
      onBlur: () => leave(name),
      error: errors[name],
    }),
  }
}
