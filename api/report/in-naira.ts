import type { ReportRow } from '../../projections/report/pages.ts'
import type { Report } from '../../projections/report/report.ts'
import { nairaText } from '../naira.ts'

/** A row's (or the totals') kobo columns as naira text. */
export function inNaira<F, V extends ReportRow>(
  report: Report<F>,
  values: V,
): Readonly<Record<string, V[string] | string>> {
  const naira = new Set(report.columns.filter(({ kind }) => kind === 'naira').map(({ id }) => id))
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      naira.has(id) && typeof value === 'number' ? nairaText(value) : value,
    ]),
  ) as Readonly<Record<string, V[string] | string>>
}
