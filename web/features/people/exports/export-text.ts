import { nairaText } from '#web/ui/money.tsx'

/** The name of a report in words: `invoice-lines` is Invoice lines. */
export const reportText = (report: string): string => {
  const words = report.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The control totals of an export, a line each: money as the API writes it, and counts. */
export const totalTexts = (totals: Readonly<Record<string, string | number>>): readonly string[] =>
  Object.entries(totals).map(([column, total]) => {
    const name = reportText(column)
    return typeof total === 'number' ? `${name}: ${total.toLocaleString('en-NG')}` : `${name}: NGN ${nairaText(total)}`
  })
