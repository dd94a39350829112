import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type KoboSum, NO_FLOW } from '#domain/kernel/money.ts'
import type { ChainStep } from '#domain/money/transaction/chain.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { minutesWaited } from '#projections/money/step-time/waits.ts'
import { calendarOf } from '#projections/people/holiday/working-time.ts'
import { IS_DISPUTED, IS_ON_INVOICE, IS_RETURNED, isReadyAt, standsBefore } from './ready-bills.ts'
import { transaction } from './transaction.ts'

/** So many of a step are counted, and one more: what waits is people's work, and more than this is a number to nobody. */
export const MOST_WAITING = 10_000

/** The read models that it is made from. */
export const WAITING_FROM = ['transaction', 'bill_tick', 'holiday', 'coe'] as const

/** What waits for a step at one hospital, in kobo; `since` is when the oldest of it came to wait (ISO), `newest` when the last did, `waited_minutes` for how long, in working time. */
export type WaitingAtHospital = {
  readonly step: ChainStep
  readonly coe_id: string
  readonly coe_name: string
  readonly transactions: number
  readonly total: KoboSum
  readonly since: string
  readonly newest: string
  readonly waited_minutes: number
}

/**
 * What is ready for somebody who may take these steps, by step and hospital, the longest waiting first. One statement, that reads no more
 * than `MOST_WAITING` and one of each step, what has waited longest of it: more than that of a step is of that many. It waits `until` then (ISO).
 */
export async function waitingFor(
  db: Kysely<Database>,
  moment: Moment,
  by: string,
  steps: readonly ChainStep[],
  until: string,
): Promise<readonly WaitingAtHospital[]> {
  if (steps.length === 0) return []
  const each = steps.map((step) => sql`(${atStep(moment, by, step)})`)
  const { rows } = await sql<WaitingAtHospital>`
    select w.step, w.coe_id, coalesce(c.name, '') as coe_name, w.transactions, w.total, w.since, w.newest,
           ${minutesWaited(moment, until)}::bigint as waited_minutes
      from (
        select step, coe_id, count(*)::bigint as transactions, sum(total)::numeric as total, min(since) as since,
               max(since) as newest,
               (array_agg(transaction_id order by since, transaction_id))[1] as transaction_id
          from (${sql.join(each, sql` union all `)}) one
         group by step, coe_id) w
      cross join ${calendarOf(moment)} calendar
      left join ${moment.rowsOf(coe)} c on c.id = w.coe_id
     order by w.since, w.step, w.coe_id`.execute(db)
  return rows
}

/** What was sent back to a hospital and waits for its answer, in kobo; `since` is when the oldest of it was (ISO). */
export async function returnedTo(db: Kysely<Database>, moment: Moment, coeId: string) {
  const { rows } = await sql<{ returned: number; total: KoboSum; since: string | null }>`
    select count(*)::bigint as returned, coalesce(sum(t.total), 0)::numeric as total, min(t.stands_since) as since
      from ${moment.rowsOf(transaction)} t
     where ${IS_RETURNED} and t.coe_id = ${coeId}`.execute(db)
  return rows[0] ?? { returned: 0, total: NO_FLOW, since: null }
}

function atStep(moment: Moment, by: string, step: ChainStep): RawBuilder<unknown> {
  return sql`
    select ${sql.lit(step)} as step, t.id as transaction_id, t.coe_id, t.total, t.stands_since as since
      from ${moment.rowsOf(transaction)} t
     where ${isReadyAt(step, by)}
     order by t.stands_since, t.id
     limit ${MOST_WAITING + 1}`
}

/** What stands before a step and is not ready for anybody, in kobo. */
export type Beside = {
  readonly step: ChainStep
  readonly kind: 'on_invoice' | 'disputed' | 'returned'
  readonly transactions: number
  readonly total: KoboSum
}

/** Beside what is ready at these steps: what looks like it and is on an invoice, disputed, or returned and not answered. */
export async function besideReady(
  db: Kysely<Database>,
  moment: Moment,
  steps: readonly ChainStep[],
): Promise<readonly Beside[]> {
  if (steps.length === 0) return []
  const each = steps.map(
    (step) => sql`
      select ${sql.lit(step)} as step, case when ${IS_DISPUTED} then 'disputed'
             when ${IS_ON_INVOICE} then 'on_invoice' else 'returned' end as kind, t.total
        from ${moment.rowsOf(transaction)} t
       where ${standsBefore(step)} and (${IS_DISPUTED} or ${IS_ON_INVOICE} or ${IS_RETURNED})`,
  )
  const { rows } = await sql<Beside>`
    select step, kind, count(*)::bigint as transactions, sum(total)::numeric as total
      from (${sql.join(each, sql` union all `)}) one group by step, kind`.execute(db)
  return rows
}
