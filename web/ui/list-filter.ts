import { useEffect } from 'react'
import { useAddressParams } from '#web/shell/address-params.ts'
import type { Params } from '#web/shell/params.ts'

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
  /** What an address that was typed by hand says and nobody can read; the list goes on without it. */
  readonly unread: readonly Unread[]
}

/** A part of an address by its name there, and the beginning of what it says. */
type Unread = { readonly name: string; readonly text: string }

/**
 * A select by its name, with what can be chosen where that never changes; else what is chosen has an id, or a small number
 * as categories do.
 */
export type SelectName =
  | string
  | { readonly name: string; readonly options: readonly { readonly value: string }[] }
  | { readonly name: string; readonly isNumber: true }
const nameOf = (select: SelectName) => (typeof select === 'string' ? select : select.name)
function mayBe(select: SelectName, value: string): boolean {
  if (typeof select === 'string') return isId(value)
  return 'isNumber' in select ? isNumber(value) : select.options.some((option) => option.value === value)
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text)
const isDay = (text: string) =>
  /^(19\d\d|2[01]\d\d)-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
const isMoment = (text: string) => isDay(text) || /^position:\d{1,15}$/.test(text)
const isOrder = (text: string) => /^-?[a-z_]{1,60}$/.test(text)
const isSearch = (text: string) => text.length <= 200 && !/[\0\p{Surrogate}]/u.test(text)

export type ListFilterControl = ListFilter & {
  /** Changes some of it; a select by its name. An empty string clears. */
  readonly set: (patch: Readonly<Record<string, string>>) => void
  readonly clear: () => void
  /** As the lists of the API take it (contracts/common.ts, ListQuery). */
  readonly query: Params
}

const DAYS = ['from', 'to'] as const
const NAMES = ['search', 'from', 'to', 'sort', 'as_of'] as const
/** What links to the spec's screens call them (S060, S061). */
const SPEC_NAMES: Readonly<Record<string, string>> = { from: 'start_date', to: 'end_date' }

/**
 * Reads a filter out of a query string; `defaults` hold where the URL is silent, or says what cannot be: the API would
 * refuse the whole list for it.
 */
export function readFilter(
  params: URLSearchParams,
  selects: readonly SelectName[],
  defaults: Readonly<Record<string, string>> = {},
): ListFilter {
  const unread: Unread[] = []
  const said = (name: string) => params.get(name) ?? params.get(SPEC_NAMES[name] ?? name)
  // A period is one thing: an address that says one of its days leaves the other open, and none is made up beside it.
  const isPeriodSaid = DAYS.map(said).some((text) => text !== null && (text === '' || isDay(text)))
  const usual = isPeriodSaid ? { ...defaults, from: '', to: '' } : defaults
  const get = (name: string, isReadable: (text: string) => boolean) => {
    const text = said(name)
    if (text === null || text === '' || isReadable(text)) return text ?? usual[name] ?? ''
    unread.push({ name, text: text.replaceAll(/\p{Cc}|\p{Surrogate}/gu, '?').slice(0, 40) })
    return usual[name] ?? ''
  }
  return {
    search: get('search', isSearch),
    from: get('from', isDay),
    to: get('to', isDay),
    sort: get('sort', isOrder),
    asOf: get('as_of', isMoment),
    values: Object.fromEntries(
      selects.map((select) => {
        const name = nameOf(select)
        return [name, get(name, (text) => isSearch(text) && mayBe(select, text))]
      }),
    ),
    unread,
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

type Values = Readonly<Record<string, string>>
type AddressPatch = Readonly<Record<string, string | undefined>>

/** What changes in the address with a filter. A value that the screen sets by itself is said there, also as an empty one. */
export function addressOf(patch: Values, standing: Period, defaults: Values = {}): AddressPatch {
  const { from, to, ...others } = patch
  const address = Object.entries(others).map(([name, value]) => [
    name,
    value === '' && defaults[name] === undefined ? undefined : value,
  ])
  if (from === undefined && to === undefined) return Object.fromEntries(address)
  const days = daysOf({ from: from ?? standing.from, to: to ?? standing.to }, hasDays(defaults))
  return { ...Object.fromEntries(address), ...days }
}

const hasDays = (defaults: Values) => DAYS.some((name) => defaults[name] !== undefined)

/** An open day is said only with another open one, where the screen would set a period by itself. */
function daysOf({ from, to }: Period, hasUsual: boolean): AddressPatch {
  const said = (day: string) => (day !== '' || (hasUsual && from === to) ? day : undefined)
  return { start_date: undefined, end_date: undefined, from: said(from), to: said(to) }
}

/** What a screen sets by itself and the address does not say yet; undefined where it says all of it. */
export function unsaidIn(params: URLSearchParams, defaults: Values): AddressPatch | undefined {
  const isSaid = (name: string) => params.has(name) || params.has(SPEC_NAMES[name] ?? name)
  const isPeriodSaid = DAYS.some(isSaid)
  const isUnsaid = (name: string) => (DAYS.some((day) => day === name) ? !isPeriodSaid : !isSaid(name))
  const unsaid = Object.entries(defaults).filter(([name]) => isUnsaid(name))
  return unsaid.length === 0 ? undefined : Object.fromEntries(unsaid)
}

type Period = Pick<ListFilter, 'from' | 'to'>

/**
 * A list's filter, kept in the URL. `selects` are its selects; `defaults` by URL name (`from`, `sort`, a select's name) are
 * written into the address as they are applied, so that a link shows everybody the same rows: who opens on nothing says
 * so with an empty one.
 */
export function useListFilter(
  selects: readonly SelectName[] = [],
  defaults: Readonly<Record<string, string>> = {},
): ListFilterControl {
  const [params, change] = useAddressParams()
  const filter = readFilter(params, selects, defaults)
  const write = (patch: Readonly<Record<string, string>>) => {
    const standing = readFilter(new URLSearchParams(window.location.search), selects, defaults)
    change(addressOf(patch, standing, defaults), { replace: true })
  }
  const unsaid = unsaidIn(params, defaults)
  useEffect(() => {
    if (unsaid !== undefined) change(unsaid, { replace: true })
  })
  return {
    ...filter,
    set: write,
    clear: () =>
      write(
        Object.fromEntries(
          [...NAMES, ...selects.map(nameOf)].filter((name) => name !== 'sort').map((name) => [name, '']),
        ),
      ),
    query: listQueryOf(filter),
  }
}
