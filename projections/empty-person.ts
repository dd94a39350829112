import pg from 'pg'
import { defineAll } from './engine/definition.ts'
import { emptyRows, keepErased } from './engine/erasures.ts'
import { servingTables } from './engine/table-sql.ts'
import type { AnyReadModel } from './read-model.ts'

const UNDEFINED_TABLE = '42P01'

/**
 * Empties what is personal of somebody in every read model at once, those that stand still as well. The log must say by
 * then that they are erased: whoever folds on, or builds anew, does the same by it.
 */
export async function emptyPerson(pool: pg.Pool, models: readonly AnyReadModel[], personId: string): Promise<void> {
  const client = await pool.connect()
  try {
    await keepErased(client, [personId])
    for (const definition of defineAll(models)) {
      // A table that somebody dropped is built again from the log.
      await emptyRows(client, definition, servingTables(definition.name), [personId]).catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE)) throw error
      })
    }
  } finally {
    client.release()
  }
}
