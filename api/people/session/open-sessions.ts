import type { AppContext } from '#api/context.ts'
import type { OwnSession } from '#api/people/contracts/own-sessions.ts'
import { SOMEONE } from '#projections/people/user-account/people-names.ts'
import { hashOf, IDLE_MS } from './sessions.ts'

/** What a session is called where it is listed: nobody comes from it to its token, nor to what is kept of that. */
const ID = `left(encode(sha256(token_hash), 'hex'), 32)`

type House = Pick<AppContext, 'pool' | 'now'>
type Row = {
  readonly id: string
  readonly device: string | null
  readonly address: string | null
  readonly created_at: string
  readonly last_seen_at: string
  readonly expires_at: string
  readonly is_this: boolean
  /** Who of support looks as the person by it, by id and name. */
  readonly opened_by: string
  readonly opened_by_name: string | null
}

/** The open sessions of a person, this one first, then the one that was seen last. */
export async function sessionsOf({ pool, now }: House, userId: string, token: string): Promise<OwnSession[]> {
  const at = now()
  const { rows } = await pool.query<Row>(
    `select ${ID} as id, device, address, created_at, last_seen_at, expires_at, token_hash = $2 as is_this, user_id as opened_by,
            (select concat_ws(' ', u.first_name, u.last_name) from user_account u where u.id = session.user_id) as opened_by_name
       from session where (user_id = $1 or on_behalf_of = $1) and expires_at > $3 and last_seen_at > $4
      order by token_hash = $2 desc, last_seen_at desc, id limit 200`,
    [userId, hashOf(token), new Date(at), new Date(at - IDLE_MS)],
  )
  return rows.map(
    ({ created_at: since, last_seen_at: seen, expires_at: until, opened_by, opened_by_name, ...row }) => ({
      ...row,
      support: opened_by === userId ? null : (opened_by_name ?? SOMEONE),
      ...{ since: iso(since), last_seen_at: iso(seen), expires_at: iso(until) },
    }),
  )
}

/** Ends one of a person's sessions by the name that it is listed under; gives how many have ended. */
export async function endSession({ pool }: House, userId: string, id: string): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from session where (user_id = $1 or on_behalf_of = $1) and ${ID} = $2`,
    [userId, id],
  )
  return rowCount ?? 0
}

/** Ends all of a person's sessions but that of this token; gives how many have ended. */
export async function endOtherSessions({ pool }: House, userId: string, token: string): Promise<number> {
  const { rowCount } = await pool.query('delete from session where user_id = $1 and token_hash <> $2', [
    userId,
    hashOf(token),
  ])
  return rowCount ?? 0
}

const iso = (time: string): string => new Date(time).toISOString()
