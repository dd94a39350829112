import type pg from 'pg'

/** Runs some work in a transaction of a connection that nobody else uses meanwhile; throws what it throws, rolled back. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
