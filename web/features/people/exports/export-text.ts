import { nairaText } from '#web/ui/money.tsx'

/** Names of the API as people say them. */
const WORDS: Readonly<Record<string, string>> = { coe: 'hospital', coes: 'hospitals', emge: 'EMGE' }

/** The name of a report or of its column in words: `invoice-lines` is Invoice lines, `coe_share` Hospital share. */
export const reportText = (report: string): string => {
  const words = report
    .split(/[-_]/)
    .map((word) => WORDS[word] ?? word)
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The control totals of an export, a line each: money and hours as the API writes them, and counts. */
export const totalTexts = (totals: Readonly<Record<string, string | number>>): readonly string[] =>
  Object.entries(totals).map(([column, total]) => {
    const name = reportText(column)
    if (typeof total === 'number') return `${name}: ${total.toLocaleString('en-NG')}`
    return isHours(column) ? `${name}: ${nairaText(total)} h` : `${name}: NGN\u00a0${nairaText(total)}`
  })

/** Hours have two decimals too; their columns are named by them, such as `waiting_hours`. */
const isHours = (column: string): boolean => /(^|_)hours$/.test(column)
