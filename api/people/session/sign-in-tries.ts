import type { AppContext } from '#api/context.ts'
import { HttpError } from '#api/http-error.ts'
import { waitWords } from '#api/limits/wait-words.ts'

/**
 * What is tried: so many tries are free; each further one closes the key for twice as long, from half a minute to an hour.
 */
export type Tried = { readonly free: number; readonly words: (key: string, wait: string) => string }

/** Passwords. Which words depends on the browser's own cookie, never on whether the e-mail has an account. */
export const PASSWORDS: Tried = {
  free: 10,
  words: (key, wait) => {
    const instead = key.startsWith('browser:')
      ? 'If you forgot your password, ask the help desk.'
      : 'A browser where you signed in before still works. If you forgot your password, ask the help desk.'
    return `Too many failed sign-ins. Wait ${wait}. ${instead}`
  },
}

const FIRST_CLOSED_S = 30
const LONGEST_CLOSED_S = 3_600
const DOUBLINGS = 7
/** Nobody counts on from there: what is written there past the portal would be counted beyond what the column holds. */
const MOST_TRIES = 1_000_000
/** Closed for longer is none that was counted, clocks being a little apart: whoever writes to the table locks nobody out for good. */
const LONGEST_MS = (LONGEST_CLOSED_S + 60) * 1_000

/** Few tries are forgotten within the hour, so that guesses at random e-mails leave little; an attack is not. */
const FORGET_FEW_MS = 3_600_000
const FORGET_MANY_MS = 24 * 3_600_000

/** Throws 429 while tries under this key are closed. Cheap, for what would else wait for its turn in vain. */
export async function mustBeOpen({ pool, now }: AppContext, key: string, tried: Tried): Promise<void> {
  const at = now()
  const { rows } = await pool.query<{ closed_until: string }>(
    'select closed_until from sign_in_try where key = $1 and closed_until > $2 and closed_until <= $3',
    [key, new Date(at), new Date(at + LONGEST_MS)],
  )
  if (rows[0] !== undefined) throw closed(tried.words, key, rows[0].closed_until, at)
}

/**
 * Counts one try under a key before anything is compared, in one statement, so that parallel guesses in any number of
 * processes cannot slip past; says which try it is. Throws 429 while the key is closed, and counts nothing then.
 */
export async function countTry(context: AppContext, key: string, tried: Tried): Promise<number> {
  const { free } = tried
  const at = context.now()
  const nth = `case when t.forget_at <= $2 then 1 else least(greatest(t.tries, 0), ${MOST_TRIES}) + 1 end`
  const { rows } = await context.pool.query<{ tries: number }>(
    `insert into sign_in_try as t (key, tries, closed_until, forget_at) values ($1, 1, null, $3)
     on conflict (key) do update set
       tries = ${nth},
       closed_until = case when ${nth} < ${free} then null else $2::timestamptz
         + least(${LONGEST_CLOSED_S}, ${FIRST_CLOSED_S} * power(2, least(${nth} - ${free}, ${DOUBLINGS})))
         * interval '1 second' end,
       forget_at = case when ${nth} < ${free} then $3::timestamptz else $4::timestamptz end
     where t.forget_at <= $2 or t.closed_until is null or t.closed_until <= $2 or t.closed_until > $5
     returning tries`,
    [key, ...[0, FORGET_FEW_MS, FORGET_MANY_MS, LONGEST_MS].map((ms) => new Date(at + ms))],
  )
  const [counted] = rows
  if (counted !== undefined) return counted.tries
  await mustBeOpen(context, key, tried)
  // It was opened again in this very moment, by a try that succeeded.
  return countTry(context, key, tried)
}

/**
 * Takes back the nth try: it succeeded. Only the own one: whoever guesses cannot clear the counter with an account of
 * their own, and the owner's sign-in gives an attacker no more than one guess back.
 */
export async function forgiveTry({ pool }: AppContext, key: string, nth: number): Promise<void> {
  await pool.query(
    `update sign_in_try set tries = tries - 1, closed_until = case when tries = $2 then null else closed_until end
      where key = $1 and tries > 0`,
    [key, nth],
  )
}

function closed(words: Tried['words'], key: string, until: string, at: number): HttpError {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - at) / 1000))
  return new HttpError(429, words(key, waitWords(seconds)), undefined, seconds)
}
