import type { ReportRow, ReportSums } from '#projections/report/pages.ts'
import type { FieldKind } from '#projections/report/field.ts'
import type { Report } from '#projections/report/report.ts'
import { nested } from '#api/contracts/row.ts'
import { nairaText } from '#api/naira.ts'

type Written<V> = Readonly<Record<string, Exclude<V, bigint> | string>>

/** A row's kobo columns as naira text. */
const inNaira = <F>(report: Report<F>, row: ReportRow) => asDecimals(report, row, ['naira'])

/** Totals in the units in which their columns are written: naira and hours as text with two decimals. */
export const totalsInUnits = <F>(report: Report<F>, totals: ReportSums['totals']) =>
  asDecimals(report, totals, ['naira', 'hours'])

/** The columns of some kinds, which are hundredths, as text with two decimals. */
function asDecimals<F, V extends ReportRow | ReportSums['totals']>(
  report: Report<F>,
  values: V,
  kinds: readonly FieldKind[],
): Written<V[string]> {
  const hundredths = new Set(report.columns.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id))
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      hundredths.has(id) && (typeof value === 'number' || typeof value === 'bigint') ? nairaText(value) : value,
    ]),
  ) as Written<V[string]>
}

/** A row as the contract has it: kobo as naira text, and each field where it stands. */
export const asAnswered = <F>(report: Report<F>, row: ReportRow) =>
  nested(Object.fromEntries(report.columns.map((column) => [column.id, column])), inNaira(report, row))
