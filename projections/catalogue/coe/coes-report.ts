import { hasWords } from '#projections/folded-search.ts'
import { sql } from 'kysely'
import { allocationOf, payableTo } from '#domain/kernel/accounts.ts'
import { STATES } from '#domain/catalogue/reference/zones.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { account } from '#projections/money/account/account.ts'
import { billingDays } from '#projections/money/billing-day/billing-days.ts'
import { columnsOf, type Report } from '#projections/report/report.ts'
import { isBankToConfirm } from './bank-notices.ts'
import { coe } from './coe.ts'
import { COE_FIELDS } from './fields.ts'

/** Which hospitals: part of a name, a type or a code; no others than the one within reach. */
export type CoeFilter = {
  readonly search?: string | undefined
  readonly id?: string | undefined
  /** Whose bank details a person, by user id, may confirm. */
  readonly readyFor?: string | undefined
}

const states = sql.join(STATES.map(({ id, state }) => sql`(${String(id)}, ${state})`))

/** The hospitals with their figures, for those who administer them (spec, S093). */
export const coesReport: Report<CoeFilter> = {
  name: 'hospitals',
  models: ['account', 'billing_day', 'coe', 'patient_place', 'transaction'],
  key: sql`c.id`,
  defaultSort: { column: 'coe_name', descending: false },
  columns: columnsOf(
    COE_FIELDS,
    {
      coe_name: sql`c.name`,
      coe_type: sql`c.type`,
      state: sql`coalesce(s.name, c.state_id)`,
      coe_address: sql`c.address`,
      wallet_utilization: sql`coalesce(to_char(round(100 * b.billed / nullif(a.credits, 0), 1), 'FM99999990.0'), '0.0') || ' %'`,
      status: sql`c.status`,
      fund_allocation: sql`coalesce(a.balance, 0)`,
      wallet_balance: sql`coalesce(p.balance, 0)`,
      patients_count: sql`coalesce(n.patients, 0)`,
      billings_count: sql`coalesce(b.bills, 0)`,
      coe_code: sql`c.code`,
      coe_id_cap: sql`c.cap_id`,
      created_at: sql`c.created_at`,
      id: sql`c.id`,
      state_id: sql`c.state_id`,
    },
    { coe_name: sql`c.name_key` },
  ),
  from: (moment) => sql`
    ${moment.rowsOf(coe)} c
    left join (values ${states}) s(id, name) on s.id = c.state_id
    left join ${moment.rowsOf(account)} a on a.account = ${allocationOf('')} || c.id
    left join ${moment.rowsOf(account)} p on p.account = ${payableTo('')} || c.id
    left join (select coe_id, sum(billed - reversed)::numeric as billed, sum(billed_count)::bigint as bills
                 from ${billingDays(moment)} billed group by coe_id) b on b.coe_id = c.id
    left join (select coe_id, count(*)::bigint as patients from ${moment.rowsOf(patientPlace)} placed group by coe_id) n
      on n.coe_id = c.id`,
  where: ({ search = '', id, readyFor }) => [
    ...(readyFor === undefined ? [] : [isBankToConfirm(readyFor)]),
    ...(search === ''
      ? []
      : [hasWords(sql`concat_ws(' ', c.name_key, lower(c.type collate "C"), lower(c.code collate "C"))`, search)]),
    ...(id === undefined ? [] : [sql`c.id = ${id}`]),
  ],
}
