import { type Kysely, sql } from 'kysely'
import type { DisputeOutcome } from '#domain/money/dispute/outcomes.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { disputeComment } from './dispute-comment.ts'
import { dispute } from './dispute.ts'
import type { Reader } from './unread.ts'

/** The read models that notices of disputes are told from. */
export const DISPUTE_NOTICES_FROM = ['dispute', 'dispute_comment', 'transaction', 'coe'] as const
/** More than are read in a bell; the lists have all disputes. */
const MOST = 50
/** For so long (ms) it is told what happened. */
const TOLD_MS = 7 * 86_400_000

/** What the bell tells of a dispute. */
export type DisputeNotice = {
  readonly id: string
  readonly kind: 'raised' | 'message' | DisputeOutcome
  readonly bill_id: string
  readonly transaction_id: string
  readonly coe_name: string | null
  /** ISO. */
  readonly created_at: string
  readonly is_read: boolean
}

/**
 * The newest thing that somebody else did in each dispute which the reader raised, billed or wrote in, or, as one who may end
 * disputes (`mayEnd`), may resolve at their hospital.
 */
export async function disputeNotices(
  db: Kysely<Database>,
  moment: Moment,
  { userId, coeId, mayEnd, now }: Reader & { readonly mayEnd: boolean },
): Promise<readonly DisputeNotice[]> {
  const comments = moment.rowsOf(disputeComment)
  const since = new Date(now - TOLD_MS)
  const [ofHospital, resolves] =
    coeId === undefined ? [sql`true`, sql`false`] : [sql`d.coe_id = ${coeId}`, sql`${mayEnd}::boolean`]
  const { rows } = await sql<DisputeNotice>`
    select d.id, n.kind, d.transaction_id as bill_id, coalesce(t.reference, '') as transaction_id,
           ${coeId === undefined ? sql`c.name` : sql`null::text`} as coe_name, n.created_at,
           coalesce(n.created_at <= (select read_until from notices_read where user_id = ${userId}), false) as is_read
      from ${moment.rowsOf(dispute)} d
      cross join lateral (
        select o.kind, o.created_at
          from (select 'raised' as kind, d.raised_at as created_at, d.raised_by as done_by
                union all
                select 'message', m.commented_at, m.commented_by from ${comments} m where m.dispute_id = d.id
                union all
                select d.status, d.ended_at, d.ended_by) o
         where o.done_by <> ${userId}
         order by o.created_at desc
         limit 1) n
      left join ${moment.rowsOf(transaction)} t on t.id = d.transaction_id
      left join ${moment.rowsOf(coe)} c on c.id = d.coe_id
     where (d.status = 'open' or d.ended_at > ${since}) and n.created_at > ${since} and ${ofHospital}
       and (d.raised_by = ${userId} or d.biller_id = ${userId} or ${resolves}
            or exists (select from ${comments} own where own.dispute_id = d.id and own.commented_by = ${userId}))
     order by n.created_at desc, d.id
     limit ${MOST}`.execute(db)
  return rows
}
