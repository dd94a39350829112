const listeners = new Set<(path: string) => void>()

/** Hears of a call that was refused for want of a right: what the page offers may go by rights of before. */
export function hearLostRight(path: string) {
  for (const listener of listeners) listener(path)
}

/** Calls back at each of them, with its path; returns the way to stop. */
export function onLostRight(listener: (path: string) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
