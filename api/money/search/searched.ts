import { hasWords } from '#projections/folded-search.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { maskedRows } from '#projections/masked-rows.ts'
import type { Moment } from '#projections/moment.ts'
import { invoice } from '#projections/money/invoice/invoice.ts'
import { payment } from '#projections/money/payment/payment.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { userAccount } from '#projections/people/user-account/user-account.ts'
import type { Database } from '#projections/read-models.ts'
import type { Reach } from '#api/actor.ts'
import type { Found } from '#api/money/contracts/search.ts'

/** The read models that are searched. */
export const SEARCHED = ['coe', 'invoice', 'patient_place', 'payment', 'transaction', 'user_account'] as const

/** So many of a kind: whoever looks for one thing types more of it. */
const MOST = 5

type Search = {
  readonly text: string
  readonly kinds: readonly Found['kind'][]
  readonly reach: Reach
  /** Whether the caller may see people's names. */
  readonly sees: boolean
}

/** One statement; each kind by an index, or over the few hospitals that there are. */
export async function search(db: Kysely<Database>, moment: Moment, asked: Search): Promise<Found[]> {
  const { text, kinds, reach } = asked
  const code = text.toUpperCase()
  const hospitals = sql`
    select c.id, c.name, c.code from ${moment.rowsOf(coe)} c
     where ${within(reach, sql`c.id`, sql`null`)}
       and (${hasWords(sql`c.name_key`, text)} or upper(c.code) = ${code})
     order by c.name_key, c.id limit ${MOST}`
  const people = sql`
    select p.id, p.chf_id, concat_ws(' ', u.first_name, u.last_name) as name, c.name as hospital
      from ${moment.rowsOf(patientPlace)} p
      left join ${maskedRows(userAccount, moment.rowsOf(userAccount), asked.sees)} u on u.id = p.id
      left join ${moment.rowsOf(coe)} c on c.id = p.coe_id
     where p.chf_id = ${code} and ${within(reach, sql`p.coe_id`, sql`p.id`)}`
  const finds: Readonly<Record<Found['kind'], RawBuilder<unknown>>> = {
    patient: sql`select 'patient' as kind, id, chf_id as title, coalesce(nullif(name, ''), hospital, '') as note from (${people}) f`,
    transaction: sql`
      select 'transaction', t.id, t.reference, coalesce(c.name, '')
        from ${moment.rowsOf(transaction)} t left join ${moment.rowsOf(coe)} c on c.id = t.coe_id
       where t.reference = ${code} and t.billed_at is not null and ${within(reach, sql`t.coe_id`, sql`t.patient_id`)}`,
    payment: sql`
      select 'payment', y.id, y.reference, coalesce(c.name, '')
        from ${moment.rowsOf(payment)} y left join ${moment.rowsOf(coe)} c on c.id = y.coe_id
       where y.reference in (${code}, lower(${text})) and ${within(reach, sql`y.coe_id`, sql`null`)}`,
    invoice: sql`
      select 'invoice', i.id, i.reference, coalesce(c.name, '')
        from ${moment.rowsOf(invoice)} i left join ${moment.rowsOf(coe)} c on c.id = i.coe_id
       where i.reference = ${code} and ${within(reach, sql`i.coe_id`, sql`null`)}`,
    hospital: sql`select 'hospital', id, name, code from (${hospitals}) f`,
    wallet: sql`
      select 'wallet', concat('patient:', id), chf_id, 'Wallet of a patient' from (${people}) f
       union all
      select 'wallet', concat('allocation:', id), name, 'Allocation' from (${hospitals}) f`,
  }
  if (kinds.length === 0) return []
  const each = kinds.map((kind) => sql`(${finds[kind]})`)
  const { rows } = await sql<Found>`
    select * from (${sql.join(each, sql` union all `)}) as found (kind, id, title, note)`.execute(db)
  return rows
}

/** Whether a row is within reach, by its hospital or its patient; a kind that has no patient is in no patient's. */
function within(reach: Reach, coeId: RawBuilder<unknown>, patientId: RawBuilder<unknown>): RawBuilder<unknown> {
  if (reach.kind === 'all') return sql`true`
  return reach.kind === 'coe' ? sql`${coeId} = ${reach.coeId}` : sql`${patientId} = ${reach.patientId}`
}
