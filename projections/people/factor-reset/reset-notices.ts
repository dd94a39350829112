import { type Kysely, sql } from 'kysely'
import type { Database } from '#projections/read-models.ts'

/** More resets than wait at a time. */
const MOST = 50

export type ResetNotice = {
  /** The person's. */
  readonly id: string
  /** A user id. */
  readonly by: string
  readonly created_at: string
  readonly is_read: boolean
}

/** The resets that somebody may confirm: of others, requested by others; only of a hospital's people where `coeId` is one. */
export async function resetNotices(
  db: Kysely<Database>,
  userId: string,
  coeId: string | null,
): Promise<readonly ResetNotice[]> {
  const { rows } = await sql<ResetNotice>`
    select r.id, r.asked_by as by, r.asked_at as created_at,
           coalesce(r.asked_at <= (select read_until from notices_read where user_id = ${userId}), false) as is_read
      from factor_reset r join user_account u on u.id = r.id
     where r.id <> ${userId} and r.asked_by <> ${userId} and (${coeId}::text is null or u.coe_id = ${coeId})
     order by r.asked_at desc, r.id
     limit ${MOST}`.execute(db)
  return rows
}
