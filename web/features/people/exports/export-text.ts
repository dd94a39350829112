import { nairaText } from '#web/ui/money.tsx'

/** The name of a report in words: `invoice-lines` is Invoice lines. */
export const reportText = (report: string): string => {
  const words = report.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The control totals of an export, a line each: money and hours as the API writes them, and counts. */
export const totalTexts = (totals: Readonly<Record<string, string | number>>): readonly string[] =>
  Object.entries(totals).map(([column, total]) => {
    const name = reportText(column)
    if (typeof total === 'number') return `${name}: ${total.toLocaleString('en-NG')}`
    return isHours(column) ? `${name}: ${nairaText(total)} h` : `${name}: NGN ${nairaText(total)}`
  })

/** Hours have two decimals too; their columns are named by them, such as `waiting_hours`. */
const isHours = (column: string): boolean => /(^|_)hours$/.test(column)
