import type { Column } from './column.ts'
import type { ColumnLayout } from './grid-views.ts'

/** How the columns stand: what someone arranged, then columns that the arrangement does not know yet. */
export function arranged<Row>(columns: readonly Column<Row>[], kept: readonly ColumnLayout[]): ColumnLayout[] {
  const known = kept.filter(({ field }) => columns.some((column) => column.field === field))
  const added = columns.filter(({ field }) => known.every((column) => column.field !== field))
  return [...known, ...added.map(({ field, hidden }) => ({ field, hide: hidden ?? false }))]
}

/** The columns that someone is shown, in their order, with the width that they gave it. */
export const shownColumns = <Row>(columns: readonly Column<Row>[], kept: readonly ColumnLayout[]) =>
  arranged(columns, kept).flatMap(({ field, hide, width }) => {
    const column = columns.find((candidate) => candidate.field === field)
    return column && !hide ? [{ column, width }] : []
  })
