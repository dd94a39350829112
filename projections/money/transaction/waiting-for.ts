import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type KoboSum, NO_FLOW } from '#domain/kernel/money.ts'
import { type ChainStep, namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { minutesWaited } from '#projections/money/step-time/waits.ts'
import { calendarOf } from '#projections/people/holiday/working-time.ts'
import { transaction } from './transaction.ts'

/** So many of a step are counted, and one more: what waits is people's work, and more than this is a number to nobody. */
export const MOST_WAITING = 10_000

/** The read models that it is made from. */
export const WAITING_FROM = ['transaction', 'bill_tick', 'holiday', 'coe'] as const

/** What waits for a step at one hospital, in kobo; `since` is when the oldest of it came to wait (ISO), `waited_minutes` for how long, in working time. */
export type WaitingAtHospital = {
  readonly step: ChainStep
  readonly coe_id: string
  readonly coe_name: string
  readonly transactions: number
  readonly total: KoboSum
  readonly since: string
  readonly waited_minutes: number
}

/**
 * What waits for somebody who may take these steps, by step and hospital, the longest waiting first. What they billed, or
 * took an earlier step of, waits for somebody else (domain.md, payment chain: four eyes); what is on an invoice waits with it. One statement, that reads no more
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
    select w.step, w.coe_id, coalesce(c.name, '') as coe_name, w.transactions, w.total, w.since,
           ${minutesWaited(moment, until)}::bigint as waited_minutes
      from (
        select step, coe_id, count(*)::bigint as transactions, sum(total)::numeric as total, min(since) as since,
               (array_agg(transaction_id order by since, transaction_id))[1] as transaction_id
          from (${sql.join(each, sql` union all `)}) one
         group by step, coe_id) w
      cross join ${calendarOf(moment)} calendar
      left join ${moment.rowsOf(coe)} c on c.id = w.coe_id
     order by w.since, w.step, w.coe_id`.execute(db)
  return rows
}

/** Of bills, `t`: sent back and not answered, and not put on an invoice instead, by which the hospital asks anew. */
export const WAITS_FOR_ANSWER = sql<boolean>`(t.returned = 'returned' and t.dispute_id is null and t.invoice_id is null)`

/** What was sent back to a hospital and waits for its answer, in kobo; `since` is when the oldest of it was (ISO). */
export async function returnedTo(db: Kysely<Database>, moment: Moment, coeId: string) {
  const { rows } = await sql<{ returned: number; total: KoboSum; since: string | null }>`
    select count(*)::bigint as returned, coalesce(sum(t.total), 0)::numeric as total, min(t.stands_since) as since
      from ${moment.rowsOf(transaction)} t
     where ${WAITS_FOR_ANSWER} and t.coe_id = ${coeId}`.execute(db)
  return rows[0] ?? { returned: 0, total: NO_FLOW, since: null }
}

function atStep(moment: Moment, by: string, step: ChainStep): RawBuilder<unknown> {
  const at = PAYMENT_CHAIN.links.findIndex((link) => link.step === step)
  const earlier = PAYMENT_CHAIN.links.slice(0, at).map(namesOf)
  const actors = ['biller_id', ...earlier.map((names) => names.by)].map((column) => sql.ref(`t.${column}`))
  return sql`
    select ${sql.lit(step)} as step, t.id as transaction_id, t.coe_id, t.total, t.stands_since as since
      from ${moment.rowsOf(transaction)} t
     where t.status = ${PAYMENT_CHAIN.statusIn(PAYMENT_CHAIN.link(step).from)} and t.dispute_id is null
       and t.invoice_id is null and ${by} not in (${sql.join(actors)})
     order by t.stands_since, t.id
     limit ${MOST_WAITING + 1}`
}
