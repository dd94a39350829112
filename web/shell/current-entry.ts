import { listOf } from '#domain/kernel/menu-lists.ts'

/**
 * Of the menu's addresses the one that a person is at: the same path with every parameter that it names, and of several
 * the one that names most. `/billing?tab=drugs` is another entry than `/billing`.
 */
export function currentEntry(links: readonly string[], pathname: string, search: string): string | undefined {
  const here = new URLSearchParams(search)
  const fitting = links.flatMap((link) => {
    const [path, query = ''] = link.split('?')
    const asked = [...new URLSearchParams(query)]
    const fits = path === pathname && asked.every(([name, value]) => here.get(name) === value)
    return fits ? [{ link, parameters: asked.length }] : []
  })
  const current = fitting.sort((one, other) => other.parameters - one.parameters)[0]?.link
  // Another view of the list that an entry opens.
  return current ?? links.find((link) => listOf(pathname)?.some((view) => view.link === link))
}
