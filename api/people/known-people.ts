import type pg from 'pg'

/** Whether the portal has something on a person already, by their id: then they have, or had, a key. */
export const createKnownPeople =
  (pool: pg.Pool) =>
  async (personId: string): Promise<boolean> => {
    const { rows } = await pool.query<{ is_known: boolean }>(
      `select exists (select from user_account where id = $1) or exists (select from patient where id = $1) as is_known`,
      [personId],
    )
    return rows[0]?.is_known === true
  }
