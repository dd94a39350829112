import type pg from 'pg'
import type { Checkpoints } from './checkpoints.ts'

/** Checkpoints in the table `process_checkpoint`. */
export function createPostgresCheckpoints(pool: pg.Pool): Checkpoints {
  return {
    async get(name) {
      const { rows } = await pool.query<{ position: string | number }>(
        'select position from process_checkpoint where name = $1',
        [name],
      )
      return Number(rows[0]?.position ?? 0)
    },
    async set(name, position) {
      await pool.query(
        `insert into process_checkpoint (name, position) values ($1, $2)
         on conflict (name) do update set position = excluded.position`,
        [name, position],
      )
    },
  }
}
