import type { Transaction } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'
import { holdTables } from '#projections/as-of.ts'
import { type Moment, momentOf } from '#projections/moment.ts'
import { type Database, type ReadModelName, readModels } from '#projections/read-models.ts'
import type { AppContext } from '#api/context.ts'
import type { AsOfQuery } from '#api/contracts/report.ts'
import { answeringPast, asOfPosition } from './as-of.ts'

type Read<T> = (db: Transaction<Database>, moment: Moment) => Promise<T>

/**
 * Reads these models as a query asks for: of now, or as they were at a date or position. Every statement sees the same
 * rows, of the tables that `moment` gives, so that the figures of an answer agree with one another. What cannot be
 * answered for the past is refused.
 */
export async function readAsOf<T>(
  context: AppContext,
  query: AsOfQuery,
  models: readonly ReadModelName[],
  read: Read<T>,
): Promise<T> {
  return readAt(context, await asOfPosition(context, query, models), models, read)
}

/** The same at a position that is known already; now when undefined. */
export function readAt<T>(
  { db }: AppContext,
  asOf: Position | undefined,
  models: readonly ReadModelName[],
  read: Read<T>,
): Promise<T> {
  const shown = readModels.filter(({ name }) => models.includes(name))
  return answeringPast(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await holdTables(transaction, shown)
        return read(transaction, momentOf(models, asOf))
      }),
  )
}
