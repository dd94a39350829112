/** The same address with something else in it. */
export function changedUrl(url: string, change: (url: URL) => void): string {
  const changed = new URL(url)
  change(changed)
  return changed.href
}

/** The same server and role, another database. */
export const onDatabase = (url: string, database: string): string =>
  changedUrl(url, (changed) => (changed.pathname = `/${database}`))
