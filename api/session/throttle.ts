import type { AppContext } from '../context.ts'

/** Ten failed sign-ins in fifteen minutes per e-mail and per address (spec, open-questions Q123). */
const LIMIT = 10
const WINDOW_MS = 15 * 60_000

const windowAt = (at: number) => new Date(Math.floor(at / WINDOW_MS) * WINDOW_MS)

/**
 * Counts one try under each key before anything is compared, in one statement, so that parallel guesses cannot slip
 * past the counter; says whether every key is still within its limit.
 */
export async function allowTry({ pool, now }: AppContext, ...keys: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ tries: number }>(
    `insert into throttle (key, window_start, tries)
     select key, $2, 1 from unnest($1::text[]) key order by key
     on conflict (key, window_start) do update set tries = throttle.tries + 1
     returning tries`,
    [[...new Set(keys)], windowAt(now())],
  )
  return rows.every(({ tries }) => tries <= LIMIT)
}

/**
 * Takes one counted try back under each key: it succeeded, and a whole office that signs in behind one address must not
 * be locked out by it. Only the own try: whoever guesses cannot clear the counter with an account of their own.
 */
export async function forgiveTry({ pool, now }: AppContext, ...keys: readonly string[]): Promise<void> {
  await pool.query(
    `update throttle set tries = tries - 1
      where (key, window_start) in (
        select key, window_start from throttle
         where key = any($1::text[]) and window_start = $2 and tries > 0 order by key for update)`,
    [[...new Set(keys)], windowAt(now())],
  )
}
