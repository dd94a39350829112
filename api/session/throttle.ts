import type { AppContext } from '../context.ts'

/** Ten sign-ins in fifteen minutes per e-mail and per address (spec, open-questions Q123). */
const LIMIT = 10
const WINDOW_MS = 15 * 60_000

/**
 * Counts one try under each key before anything is compared, in one statement, so that parallel guesses cannot slip
 * past the counter; says whether every key is still within its limit.
 */
export async function allowTry({ pool, now }: AppContext, ...keys: readonly string[]): Promise<boolean> {
  const windowStart = new Date(Math.floor(now() / WINDOW_MS) * WINDOW_MS)
  const { rows } = await pool.query<{ tries: number }>(
    `insert into throttle (key, window_start, tries)
     select key, $2, 1 from unnest($1::text[]) key order by key
     on conflict (key, window_start) do update set tries = throttle.tries + 1
     returning tries`,
    [[...new Set(keys)], windowStart],
  )
  return rows.every(({ tries }) => tries <= LIMIT)
}
