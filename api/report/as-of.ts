import { positionAt } from '../../projections/as-of.ts'
import type { AppContext } from '../context.ts'
import type { ReportListQuery } from '../contracts/report.ts'
import { invalid } from '../http-error.ts'

/**
 * The log position that a query asks about: undefined for now. A date is on the recorded clock: what was recorded by
 * the end of that day in Lagos. What cannot be answered for the past is refused (architecture.md, As of).
 */
export async function asOfPosition(
  { db, eventLog, now }: AppContext,
  { as_of: day, as_of_position: position }: Pick<ReportListQuery, 'as_of' | 'as_of_position'>,
): Promise<number | undefined> {
  if (day !== undefined && position !== undefined) throw invalid('as_of', 'Give a date or a position, not both')
  if (day === undefined && position === undefined) return undefined
  const head = await eventLog.head()
  if (day === undefined) {
    if (position === undefined || position <= head) return position
    throw invalid('as_of_position', 'The log does not reach that far')
  }
  if (Date.parse(`${day}T00:00:00Z`) > now() + 86_400_000) throw invalid('as_of', 'That day has not come yet')
  return positionAt(db, day, head)
}
