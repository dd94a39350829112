const LAGOS_AHEAD_MS = 3_600_000 // Africa/Lagos is UTC+1 all year.

/** `d-m-yyyy` of a yyyy-mm-dd or of a moment in Lagos; '' of anything else. */
export function dateText(value: string | null | undefined): string {
  const day = lagosDay(value)
  if (day === undefined) return ''
  const [year, month, date] = day.split('-')
  return `${Number(date)}-${Number(month)}-${year}`
}

/** `d-m-yyyy HH:mm` of a moment, in Lagos; '' of anything else. */
export function dateTimeText(value: string | null | undefined): string {
  const moment = Date.parse(value ?? '')
  if (Number.isNaN(moment)) return ''
  return `${dateText(value)} ${new Date(moment + LAGOS_AHEAD_MS).toISOString().slice(11, 16)}`
}

/** yyyy-mm-dd of a day, or of a moment as the calendar in Lagos has it. */
export function lagosDay(value: string | null | undefined): string | undefined {
  if (value === null || value === undefined) return undefined
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  const moment = Date.parse(value)
  return Number.isNaN(moment) ? undefined : new Date(moment + LAGOS_AHEAD_MS).toISOString().slice(0, 10)
}

/** Today in Lagos, yyyy-mm-dd. */
export const today = (now: Date = new Date()) => new Date(now.getTime() + LAGOS_AHEAD_MS).toISOString().slice(0, 10)

/** Reads a date as people type it (`1-2-2026`, `01/02/2026`, `2026-02-01`) into yyyy-mm-dd; undefined when it is none. */
export function parseDate(text: string): string | undefined {
  const typed = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text.trim())
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())
  const [year, month, day] = typed ? [typed[3], typed[2], typed[1]] : iso ? [iso[1], iso[2], iso[3]] : []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const padded = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${padded}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(padded) ? padded : undefined
}

/** The presets of every date range. */
export const DATE_PRESETS = ['Today', 'This week', 'This month', 'This quarter', 'All'] as const
export type DatePreset = (typeof DATE_PRESETS)[number]

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)

/** First and last day of a preset around `now` (yyyy-mm-dd); the week begins on Monday; empty strings mean all. */
export function presetRange(preset: DatePreset, now: string): { from: string; to: string } {
  const at = new Date(`${now}T00:00:00Z`)
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  switch (preset) {
    case 'All':
      return { from: '', to: '' }
    case 'Today':
      return { from: now, to: now }
    case 'This week': {
      const monday = date - ((at.getUTCDay() + 6) % 7)
      return { from: day(year, month, monday), to: day(year, month, monday + 6) }
    }
    case 'This month':
      return { from: day(year, month, 1), to: day(year, month + 1, 0) }
    case 'This quarter': {
      const first = month - (month % 3)
      return { from: day(year, first, 1), to: day(year, first + 3, 0) }
    }
  }
}
