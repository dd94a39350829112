import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '#api/context.ts'
import { HttpError, NoRoom } from '#api/http-error.ts'
import { soon } from '#api/soon.ts'
import { countedAddress } from './address.ts'
import { waitWords } from './wait-words.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A window that ends later than one that begins now was written past the portal, and refuses nobody. */
const CLOCKS_APART_MS = MINUTE_MS

type Limit = { readonly most: number; readonly windowMs: number; readonly words: string }

/** What one account may ask for (reliability.md, rates); a route says which it counts under: `config: { limit }`. */
export const CALL_LIMITS = {
  export: { most: 60, windowMs: HOUR_MS, words: 'You have made 60 exports within an hour.' },
  upload: { most: 300, windowMs: HOUR_MS, words: 'You have uploaded 300 documents within an hour.' },
  search: { most: 60, windowMs: MINUTE_MS, words: 'You have searched 60 times within a minute.' },
} as const satisfies Record<string, Limit>
export type CallLimit = keyof typeof CALL_LIMITS

/** A whole hospital calls from one address. */
const ADDRESS_FACTOR = 20

/**
 * Counts each call of a route with a limit before its work; beyond the limit it is refused. Whoever then finds no room has
 * made no call, and is given the count back. After `authorize`.
 */
export function limitCalls(app: FastifyInstance): void {
  const made = new WeakMap<FastifyRequest, readonly Made[]>()
  app.addHook('onRequest', async (request) => {
    const { limit } = request.routeOptions.config
    if (limit === undefined) return
    const { most, windowMs, words } = CALL_LIMITS[limit]
    const address = countedAddress(app.context, request)
    const counted = [
      { key: `${limit}:${request.actor().id}`, most },
      ...(address === undefined ? [] : [{ key: `${limit}-from:${address}`, most: most * ADDRESS_FACTOR }]),
    ]
    made.set(request, await request.inTime(() => countCall(app.context, windowMs, words, counted)))
  })
  app.addHook('onError', async (request, _, error) => {
    const counted = made.get(request)
    if (counted !== undefined && error instanceof NoRoom) await soon(forgiveCall(app.context, counted))
  })
}

type Counted = { readonly key: string; readonly most: number }
/** One call under a key, in the window that ends then. */
export type Made = { readonly key: string; readonly until: string }

/**
 * Counts one call under each key, in one statement for all processes, in windows that begin with a key's first call.
 * Throws 429 when one of them is over its limit; what is over is only looked at, so that a flood of refused calls does
 * not queue for one row, and what calls at the same moment have counted beyond it, under any key, is taken back. Gives
 * what it has counted, for `forgiveCall`.
 */
export async function countCall(
  context: AppContext,
  windowMs: number,
  words: string,
  keys: readonly Counted[],
): Promise<readonly Made[]> {
  const { pool, now } = context
  const at = now()
  const { rows } = await pool.query<Made & { isOver: boolean; isCounted: boolean }>(
    `with wanted as (select * from unnest($1::text[], $2::integer[]) as w (key, most)),
     over as (
       select max(c.resets_at) as until from call_count c join wanted w using (key)
        where c.used >= w.most and c.resets_at > $3 and c.resets_at <= $5),
     counted as (
       insert into call_count as c (key, used, resets_at)
       select key, 1, $4 from wanted where (select until from over) is null order by key
       on conflict (key) do update set
         used = case when c.resets_at > $3 and c.resets_at <= $5 then c.used + 1 else 1 end,
         resets_at = case when c.resets_at > $3 and c.resets_at <= $5 then c.resets_at else excluded.resets_at end
       returning key, used, resets_at)
     select '' as key, until, true as "isOver", false as "isCounted" from over where until is not null
     union all
     select key, resets_at, counted.used > wanted.most, true from counted join wanted using (key)`,
    [
      ...[keys.map(({ key }) => key), keys.map(({ most }) => most)],
      ...[at, at + windowMs, at + windowMs + CLOCKS_APART_MS].map((ms) => new Date(ms)),
    ],
  )
  const counted = rows.filter(({ isCounted }) => isCounted)
  const over = rows.filter(({ isOver }) => isOver)
  if (over.length === 0) return counted
  if (counted.length > 0) await forgiveCall(context, counted)
  const until = Math.max(...over.map((row) => Date.parse(row.until)))
  const seconds = Math.max(1, Math.ceil((until - at) / 1000))
  throw new HttpError(429, `${words} You can go on in ${waitWords(seconds)}.`, undefined, seconds)
}

/** Takes back a call that should not have been counted: it did what it came for, or was not made. */
export async function forgiveCall({ pool }: AppContext, counted: readonly Made[]): Promise<void> {
  await pool.query(
    `update call_count c set used = c.used - 1
       from unnest($1::text[], $2::timestamptz[]) as made (key, until)
      where c.key = made.key and c.resets_at = made.until and c.used > 0`,
    [counted.map(({ key }) => key), counted.map(({ until }) => until)],
  )
}
