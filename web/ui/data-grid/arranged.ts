import type { Column } from './column.ts'
import type { ColumnLayout } from './grid-views.ts'

/** How the columns stand: what someone arranged, then columns that the arrangement does not know yet. */
export function arranged<Row>(columns: readonly Column<Row>[], kept: readonly ColumnLayout[]): ColumnLayout[] {
  const known = kept.filter(({ field }) => columns.some((column) => column.field === field))
  const added = columns.filter(({ field }) => known.every((column) => column.field !== field))
  return [...known, ...added.map(({ field, hidden }) => ({ field, hide: hidden ?? false }))]
}
