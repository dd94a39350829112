import type { ReportRow, ReportSums } from '#projections/report/pages.ts'
import type { Report } from '#projections/report/report.ts'
import { nested } from '#api/contracts/row.ts'
import { nairaText } from '#api/naira.ts'

type Written<V> = Readonly<Record<string, Exclude<V, bigint> | string>>

/** A row's (or the totals') kobo columns as naira text. */
export function inNaira<F, V extends ReportRow | ReportSums['totals']>(
  report: Report<F>,
  values: V,
): Written<V[string]> {
  const naira = new Set(report.columns.filter(({ kind }) => kind === 'naira').map(({ id }) => id))
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      naira.has(id) && (typeof value === 'number' || typeof value === 'bigint') ? nairaText(value) : value,
    ]),
  ) as Written<V[string]>
}

/** A row as the contract has it: kobo as naira text, and each field where it stands. */
export const asAnswered = <F>(report: Report<F>, row: ReportRow) =>
  nested(Object.fromEntries(report.columns.map((column) => [column.id, column])), inNaira(report, row))
