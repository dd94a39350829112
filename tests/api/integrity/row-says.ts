import type pg from 'pg'
import { expect } from 'vitest'

export type SaysElse = { readonly table: string; readonly id: string; readonly says: object }

/** A row says something else until the act is over, by somebody with the rights of the pool. */
export async function rowSays<T>(pool: pg.Pool, { table, id, says }: SaysElse, act: () => Promise<T>): Promise<T> {
  const said = Object.keys(says).map((column, index) => `${column} = $${index + 2}`)
  const change = (values: object) =>
    pool.query(`update ${table} set ${said.join(', ')} where id = $1`, [id, ...Object.values(values)])
  const { rows } = await pool.query(`select ${Object.keys(says).join(', ')} from ${table} where id = $1`, [id])
  expect((await change(says)).rowCount).toBe(1)
  try {
    return await act()
  } finally {
    await change(rows[0] as object)
  }
}
