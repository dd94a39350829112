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

/** A period in words. An open end is the beginning or today, but where `needsBothDays` it is still to be chosen. */
function periodText(from: string, to: string, needsBothDays: boolean): string {
  if (from === to) return dateText(from)
  if (needsBothDays && to === '') return `From ${dateText(from)}`
  if (needsBothDays && from === '') return `To ${dateText(to)}`
  return `${from === '' ? 'the beginning' : dateText(from)} to ${to === '' ? 'today' : dateText(to)}`
}

/** The filters that are set, in words, and what takes each away. `needsBothDays`: the list wants a whole period or none. */
export function chipsOf(
  filter: Pick<ListFilter, 'search' | 'from' | 'to' | 'values'>,
  selects: readonly FilterSelect[],
  needsBothDays = false,
): Chip[] {
  const chips: Chip[] = []
  if (filter.search !== '') chips.push({ text: `"${filter.search}"`, patch: { search: '' } })
  if (filter.from !== '' || filter.to !== '')
    chips.push({ text: periodText(filter.from, filter.to, needsBothDays), patch: { from: '', to: '' } })
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
