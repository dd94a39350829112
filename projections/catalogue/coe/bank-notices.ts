import { type Kysely, sql } from 'kysely'
import type { Database } from '#projections/read-models.ts'

/** More hospitals than wait at a time. */
const MOST = 50

export type BankNotice = {
  readonly id: string
  readonly kind: 'waiting' | 'confirmed' | 'declined'
  readonly coe_name: string
  /** A user id. */
  readonly by: string
  readonly created_at: string
  readonly is_read: boolean
}

/** Of the bank details of hospitals those that wait for somebody to confirm them, and since a moment what became of their own. */
export async function bankNotices(db: Kysely<Database>, userId: string, since: Date): Promise<readonly BankNotice[]> {
  const { rows } = await sql<BankNotice>`
    select n.id, n.kind, n.coe_name, n.by, n.created_at,
           coalesce(n.created_at <= (select read_until from notices_read where user_id = ${userId}), false) as is_read
      from (select id, 'waiting' as kind, name as coe_name, proposed_by as by, proposed_at as created_at
              from coe c where ${isBankToConfirm(userId)}
            union all
            select id, bank_answer, name, bank_answered_by, bank_answered_at
              from coe where bank_answered_to = ${userId} and bank_answered_at > ${since}) n
     order by n.created_at desc, n.id
     limit ${MOST}`.execute(db)
  return rows
}

/** How many hospitals have bank details that wait for somebody to confirm them. */
export async function banksWaitingFor(db: Kysely<Database>, userId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from coe c where ${isBankToConfirm(userId)}`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Of hospitals, `c`: bank details that somebody else gave wait for this person. */
export const isBankToConfirm = (userId: string) => sql`(c.proposal is not null and c.proposed_by <> ${userId})`
