import type { ApiError } from '#web/shell/api-error.ts'

/** What a form is checked by: a contract of the API, or what stands in for one. */
export type Rules<Checked> = {
  safeParse(
    values: unknown,
  ): { readonly success: true; readonly data: Checked } | { readonly success: false; readonly error: Issues }
}
type Issues = { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] }

/** The same, of what was filled in: what is left empty is left out, and the server says whether that will do. */
export const filledIn = <Checked>(rules: Rules<Checked>): Rules<Checked> => ({
  safeParse: (values) =>
    rules.safeParse(Object.fromEntries(Object.entries(values as object).filter(([, value]) => value !== ''))),
})

/** Texts by field of a form. */
export type FieldErrors = Readonly<Record<string, string>>

/** What a contract says about a form's values: the first text of each field; empty when they are good. */
export function validate(schema: Rules<unknown>, values: unknown): FieldErrors {
  const result = schema.safeParse(values)
  if (result.success) return {}
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) errors[issue.path.join('.')] ??= issue.message
  return errors
}

/** The server's texts by field; the first of each. */
export function serverErrors(error: ApiError | undefined): FieldErrors {
  return Object.fromEntries(
    Object.entries(error?.errors ?? {}).flatMap(([field, texts]) =>
      texts[0] === undefined ? [] : [[field, texts[0]]],
    ),
  )
}
