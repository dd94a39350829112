import { useSearchParams } from 'react-router-dom'
import type { Params } from '../shell/params.ts'

/** What a list is narrowed to: all of it lives in the URL, so a pasted link shows the same rows. */
export type ListFilter = {
  readonly search: string
  /** First and last day, yyyy-mm-dd, '' for open. */
  readonly from: string
  readonly to: string
  /** A column's name, `-` in front for descending, '' for the list's own order. */
  readonly sort: string
  /** yyyy-mm-dd (recorded until the end of that day), `position:123`, or '' for now. */
  readonly asOf: string
  /** The values of the selects by name, '' where none is chosen. */
  readonly values: Readonly<Record<string, string>>
}

export type ListFilterControl = ListFilter & {
  /** Changes some of it; a select by its name. An empty string clears. */
  readonly set: (patch: Readonly<Record<string, string>>) => void
  readonly clear: () => void
  /** As the lists of the API take it (contracts/common.ts, ListQuery). */
  readonly query: Params
}

const NAMES = ['search', 'from', 'to', 'sort', 'as_of'] as const

/** Reads a filter out of a query string; `defaults` hold where the URL is silent. */
export function readFilter(
  params: URLSearchParams,
  names: readonly string[],
  defaults: Readonly<Record<string, string>> = {},
): ListFilter {
  const get = (name: string) => params.get(name) ?? defaults[name] ?? ''
  return {
    search: get('search'),
    from: get('from'),
    to: get('to'),
    sort: get('sort'),
    asOf: get('as_of'),
    values: Object.fromEntries(names.map((name) => [name, get(name)])),
  }
}

/** The filter as query parameters of a list of the API. */
export function listQueryOf(filter: ListFilter): Params {
  const position = /^position:(\d+)$/.exec(filter.asOf)?.[1]
  return {
    search: filter.search,
    start_date: filter.from,
    end_date: filter.to,
    sort: filter.sort,
    as_of: position === undefined ? filter.asOf : '',
    as_of_position: position,
    ...filter.values,
  }
}

/**
 * A list's filter, kept in the URL. `names` are its selects; `defaults` by URL name (`from`, `sort`, a select's name).
 * Choosing '' against a default is kept as an empty parameter.
 */
export function useListFilter(
  names: readonly string[] = [],
  defaults: Readonly<Record<string, string>> = {},
): ListFilterControl {
  const [params, setParams] = useSearchParams()
  const filter = readFilter(params, names, defaults)
  const write = (patch: Readonly<Record<string, string>>) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [name, value] of Object.entries(patch)) {
          if (value === (defaults[name] ?? '')) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return {
    ...filter,
    set: write,
    clear: () =>
      write(Object.fromEntries([...NAMES, ...names].filter((name) => name !== 'sort').map((name) => [name, '']))),
    query: listQueryOf(filter),
  }
}
