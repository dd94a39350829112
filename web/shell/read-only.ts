const listeners = new Set<() => void>()
let isReadOnly = false

/** Hears of every answer of the API whether anything can be changed at present (api/plugins/read-only.ts). */
export function hearReadOnly(headers: Headers) {
  const now = headers.has('x-read-only')
  if (now === isReadOnly) return
  isReadOnly = now
  for (const listener of listeners) listener()
}

/** Calls back when that changes; returns the way to stop. */
export function onReadOnly(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether nothing can be changed, as the last answer said. */
export const isReadOnlyNow = () => isReadOnly
