import type { MomentQuery } from '#api/money/contracts/ledger.ts'
import { mustReach, positionAt } from '#projections/as-of.ts'
import type { AppContext } from '#api/context.ts'
import { invalid } from '#api/http-error.ts'
import { answeringPast, asOfPosition } from '#api/report/as-of.ts'

/** The log position of a moment, which these read models have reached; undefined for now. */
export async function positionOf(
  context: AppContext,
  { at, ...query }: MomentQuery,
  models: readonly string[],
): Promise<number | undefined> {
  if (at === undefined) return asOfPosition(context, query, models)
  if (query.as_of !== undefined || query.as_of_position !== undefined) throw invalid('at', 'Give only one moment')
  const head = await context.eventLog.head()
  return answeringPast(async () => {
    const position = await positionAt(context.db, at, head)
    await mustReach(context.pool, models, position, head)
    return position
  })
}
