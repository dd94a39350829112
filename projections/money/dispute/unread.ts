import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { disputeComment } from './dispute-comment.ts'
import { dispute } from './dispute.ts'

/** The read models that unread messages are counted in. */
export const UNREAD_FROM = ['dispute', 'dispute_comment'] as const
/** More than anybody reads in a day. */
const MOST = 200
/** For so long (ms) after its end a dispute is told of. */
const ENDED_MS = 7 * 86_400_000

/** A dispute with messages that somebody has not read; `follows` as in docs/decisions/0100. */
export type Unread = {
  readonly id: string
  readonly bill: string
  readonly unread: number
  readonly follows: boolean
}

/** Whose count it is, at which hospital if they are of one, and when (ms since 1970). */
export type Reader = { readonly userId: string; readonly coeId: string | undefined; readonly now: number }

/** The disputes with messages by others that a reader has not read, the newest message first; open, or ended within a week. */
export async function unreadFor(db: Kysely<Database>, moment: Moment, reader: Reader): Promise<readonly Unread[]> {
  const { rows } = await unread(moment, reader).execute(db)
  return rows
}

/** Of disputes, `d`: one that a reader follows, with messages that they have not read. */
export const isUnreadBy = (moment: Moment, reader: Reader): RawBuilder<boolean> =>
  sql`d.id in (select u.id from (${unread(moment, reader)}) u where u.follows)`

function unread(moment: Moment, { userId, coeId: hospital, now }: Reader): RawBuilder<Unread> {
  const comments = moment.rowsOf(disputeComment)
  const coeId = hospital ?? null
  return sql<Unread>`
    select d.id, d.transaction_id as bill, count(*)::int as unread,
           (${coeId}::text is not null or d.raised_by = ${userId} or bool_or(r.user_id is not null)
            or exists (select from ${comments} own where own.dispute_id = d.id and own.commented_by = ${userId})) as follows
      from ${moment.rowsOf(dispute)} d
      join ${comments} c on c.dispute_id = d.id
      left join dispute_read r on r.user_id = ${userId} and r.dispute_id = d.id
     where (d.status = 'open' or d.ended_at > ${new Date(now - ENDED_MS)}) and (${coeId}::text is null or d.coe_id = ${coeId})
       and c.number > coalesce(r.read_number, 0) and c.commented_by <> ${userId}
     group by d.id, d.transaction_id, d.raised_by
     order by max(c.commented_at) desc, d.id
     limit ${MOST}`
}
