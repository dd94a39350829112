import { dateText } from './dates.ts'
import type { Choice } from './form/select-field.tsx'
import type { ListFilter } from './list-filter.ts'

/** A select of the bar: the URL's name for it, its label, and what can be chosen. */
export type FilterSelect = { readonly name: string; readonly label: string; readonly options: readonly Choice[] }

/** What the address calls otherwise than a screen does; a select has its label. */
const CALLED: Readonly<Record<string, string>> = { sort: 'order', as_of: 'as of' }

/** What was left out, as the screen calls it: `Centre "abc"`. */
export const unreadWords = ({ unread }: Pick<ListFilter, 'unread'>, selects: readonly FilterSelect[]): string =>
  unread
    .map(({ name, text }) => {
      const called = selects.find((select) => select.name === name)?.label ?? CALLED[name] ?? name
      return `${called} "${text}"`
    })
    .join(', ')

type Chip = { readonly text: string; readonly patch: Readonly<Record<string, string>> }

/** The filters that are set, in words, and what takes each away. */
export function chipsOf(
  filter: Pick<ListFilter, 'search' | 'from' | 'to' | 'values'>,
  selects: readonly FilterSelect[],
): Chip[] {
  const chips: Chip[] = []
  if (filter.search !== '') chips.push({ text: `"${filter.search}"`, patch: { search: '' } })
  if (filter.from !== '' || filter.to !== '') {
    const from = filter.from === '' ? 'the beginning' : dateText(filter.from)
    const text = filter.from === filter.to ? from : `${from} to ${filter.to === '' ? 'today' : dateText(filter.to)}`
    chips.push({ text, patch: { from: '', to: '' } })
  }
  for (const { name, label, options } of selects) {
    const value = filter.values[name] ?? ''
    if (value === '') continue
    chips.push({
      text: `${label}: ${options.find((option) => option.value === value)?.label ?? value}`,
      patch: { [name]: '' },
    })
  }
  return chips
}
