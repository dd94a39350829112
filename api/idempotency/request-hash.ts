import { createHmac } from 'node:crypto'

/** A keyed hash: it tells nobody who has the table what a request said. Each part ends where it ends. */
export function hashOf(secret: string, purpose: string, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest()
}

/** One text for one JSON value, in whatever order its fields were sent. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}
