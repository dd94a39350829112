import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#projections/read-models.ts'

/** Reads several read models as they were at one moment, so that their figures agree with one another. */
export function atOneMoment<T>(db: Kysely<Database>, read: (moment: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
