import type { Difference } from '#commands/log/verify/difference.ts'
import { shown } from '#domain/kernel/text.ts'

/** What does not hold, in three lines for a terminal, whatever somebody wrote there; `where` it is, and `by` whom it was found. */
export function differenceLine(
  { stream, row, check, expected, found }: Omit<Difference, 'position'>,
  where: string,
  by = '',
): string {
  const of = stream === undefined ? '' : ` of ${stream}`
  const cell = row === undefined ? '' : `, ${row.table} [${row.key}]${row.column === undefined ? '' : ` ${row.column}`}`
  return `  ${shown(`${where}${of}${cell} (${check})${by}`)}\n    expected: ${shown(expected)}\n    found:    ${shown(found)}`
}
