/** The idempotency keys of submits whose end is not known, by what was submitted. */
export type OpenSubmits = {
  get(input: string): string | undefined
  set(input: string, key: string): unknown
  delete(input: string): unknown
}

const PREFIX = 'chf.submit.'

/**
 * Those of one kind of submit, kept in this tab from before they are sent: who closes the dialog, or loads the page
 * again, or signs in again, and does the same once more, sends the same request (drafts.ts).
 */
export function submitsOfTab(kind: string): OpenSubmits {
  const place = (input: string) => `${PREFIX}${kind}.${input}`
  return {
    get: (input) => sessionStorage.getItem(place(input)) ?? undefined,
    set: (input, key) => sessionStorage.setItem(place(input), key),
    delete: (input) => sessionStorage.removeItem(place(input)),
  }
}
