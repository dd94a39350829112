import { dateText, parseDate } from './dates.ts'

/** In words, what an `as of` of the URL means; '' for now. */
export function asOfText(asOf: string): string {
  if (asOf === '') return ''
  const position = /^position:(\d+)$/.exec(asOf)?.[1]
  return position !== undefined
    ? `Figures as at log position ${position}.`
    : `Figures as at the end of ${dateText(asOf)}.`
}

/** Reads what was typed into the URL's form; undefined when it is not a date up to today or a position. */
export function parseAsOf(by: 'date' | 'position', typed: string, now: string): string | undefined {
  if (by === 'position') return /^\d{1,15}$/.test(typed.trim()) ? `position:${Number(typed.trim())}` : undefined
  const date = parseDate(typed)
  return date !== undefined && date <= now ? date : undefined
}
