import { type RawBuilder, sql } from 'kysely'
import { WORKDAY_MINUTES } from '#domain/kernel/working-time.ts'
import type { Moment } from '#projections/moment.ts'
import { allOf } from '#projections/report/report.ts'
import { type Age, AGES } from './fields.ts'
import { openWaits } from './waits.ts'

/** Which waits: for a step (or `answer`), for so long, or both; until when (ISO) they have lasted. */
export type Waiting = { readonly step?: string | undefined; readonly age?: Age | undefined; readonly until: string }

const minutesOf = (days: number) => sql.lit(days * WORKDAY_MINUTES)

/** Of a wait, by its `minutes`: it lasts for as long as a band says. */
export function isOfAge(age: Age): RawBuilder<boolean> {
  const { above, upTo } = AGES[age]
  return sql`${allOf([
    ...(above === undefined ? [] : [sql`minutes > ${minutesOf(above)}`]),
    ...(upTo === undefined ? [] : [sql`minutes <= ${minutesOf(upTo)}`]),
  ])}`
}

/** Of bills, `t`: they wait so. What is disputed waits for nobody. */
export const isWaiting = (moment: Moment, { step, age, until }: Waiting): RawBuilder<boolean> =>
  sql`t.id in (
    select lasting.transaction_id from ${openWaits(moment, until)} lasting
     where ${allOf([
       ...(step === undefined ? [] : [sql`lasting.waits_for = ${step}`]),
       ...(age === undefined ? [] : [isOfAge(age)]),
     ])})`
