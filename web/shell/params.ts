/** Query values; undefined, null and '' are left out. */
export type Params = Readonly<Record<string, string | number | boolean | null | undefined>>

/** A path with its query string. */
export function withParams(path: string, params: Params = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
