import { type Kysely, sql } from 'kysely'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Database } from '#projections/read-models.ts'

/** More than wait at a time. */
const MOST = 50

export type FundingNotice = {
  readonly id: string
  readonly kind: 'waiting' | 'confirmed' | 'declined'
  readonly what: 'pool credit' | 'allocation' | 'patient funding'
  /** Kobo. */
  readonly amount: number
  readonly benefactor: string | null
  readonly coe_name: string | null
  /** A user id. */
  readonly by: string
  readonly created_at: string
  readonly is_read: boolean
}

export type MayConfirm = readonly FundingNotice['what'][]

/** Which movements the holder of these permissions may be the second person of. */
export const mayConfirmWith = (held: ReadonlySet<Permission>): MayConfirm => [
  ...(held.has('CREDIT_POOL') ? (['pool credit'] as const) : []),
  ...(held.has('ALLOCATE_POOL') ? (['allocation'] as const) : []),
  ...(held.has('FUND_PATIENT') ? (['patient funding'] as const) : []),
]

/** Of credits and allocations those that wait for somebody as their second person, and since a moment what became of their own. */
export async function fundingNotices(
  db: Kysely<Database>,
  userId: string,
  may: MayConfirm,
  since: Date,
): Promise<readonly FundingNotice[]> {
  const { rows } = await sql<FundingNotice>`
    select n.id, n.kind, n.what, n.amount, n.benefactor, c.name as coe_name, n.by, n.created_at,
           coalesce(n.created_at <= (select read_until from notices_read where user_id = ${userId}), false) as is_read
      from (select f.id, 'waiting' as kind, f.kind as what, f.amount, f.benefactor, f.coe_id, f.by, f.at as created_at
              from funding f where ${isToConfirm(userId, may)}
            union all
            select id, decision, kind, amount, benefactor, coe_id, decided_by, decided_at
              from funding where by = ${userId} and decided_at > ${since} and decision in ('confirmed', 'declined')) n
      left join coe c on c.id = n.coe_id
     order by n.created_at desc, n.id
     limit ${MOST}`.execute(db)
  return rows
}

/** How many credits and allocations wait for somebody as their second person. */
export async function fundingsWaitingFor(db: Kysely<Database>, userId: string, may: MayConfirm): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from funding f where ${isToConfirm(userId, may)}`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Of movements of funds, `f`: proposed by somebody else, and of a kind that this person may confirm. */
export const isToConfirm = (userId: string, may: MayConfirm) =>
  sql`f.status = 'proposed' and f.by <> ${userId} and f.kind = any(${[...may]})`
