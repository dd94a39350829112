import { hash } from 'node:crypto'
import { STATUS_LABELS } from '#domain/kernel/status-labels.ts'
import { headingOf, isListed } from './field.ts'
import type { Report } from './report.ts'

/** Raised when the way a cell or a line of any CSV is written changes (projections/report/csv.ts, excel-bytes.ts). */
const WRITING = 2

/**
 * What the CSV of a report looks like, whatever its rows: its columns, their order, headings and words. Two exports of
 * the same rows are the same bytes where their layouts are the same (12 hex digits).
 */
export function layoutOf<F>({ columns }: Report<F>): string {
  const looks = columns
    .filter(isListed)
    .map((column) => [
      column.id,
      headingOf(column),
      column.kind,
      column.kind === 'status' ? STATUS_LABELS : column.words,
    ])
  return hash('sha256', JSON.stringify([WRITING, looks])).slice(0, 12)
}
