import { type RawBuilder, sql } from 'kysely'
import { account } from '#projections/money/account/account.ts'
import { accountName, accountOwners } from '#projections/money/account/account-name.ts'
import { funding } from '#projections/money/funding/funding.ts'
import { columnsOf, inPeriod, type Report } from '#projections/report/report.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import { MOVEMENT_FIELDS } from './fields.ts'
import { posting } from './posting.ts'
import { runningBalance } from './running-balance.ts'

/** The movements of one account. Days are business days in Lagos (YYYY-MM-DD), both included. */
export type MovementFilter = {
  readonly account: string
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  /** The account on the other side. */
  readonly counterAccount?: string | undefined
}

const ownerOf = (kind: string): RawBuilder<unknown> =>
  sql`case when m.transfer_id like ${sql.lit(`${kind}:%`)} then split_part(m.transfer_id, ':', 2) end`

/** Why the money moved, in words and by the number that people know it by. */
const cause = sql`case
  when f.kind = 'pool credit' then concat('Pool credit from ', f.benefactor)
  when f.kind = 'allocation' then 'Allocation'
  when f.kind = 'patient funding' then 'Patient funding'
  when b.reference is not null then concat('Bill ', b.reference,
    case when m.transfer_id like '%:reversal' then ', money returned' when b.dispute_id is not null then ', disputed' end)
  when p.reference is not null then concat('Payment of ', p.reference)
  else m.cause end`

/** One account's movements in the order of the log, with the running balance: wallet replay. */
export const movementsReport: Report<MovementFilter> = {
  name: 'movements',
  models: ['posting', 'account', 'funding', 'transaction', 'coe', 'patient_place', 'staff_name'],
  key: sql`lpad(m.line::text, 4, '0')`,
  defaultSort: { column: 'position', descending: false },
  columns: columnsOf(MOVEMENT_FIELDS, {
    position: sql`m.position`,
    line: sql`m.line`,
    at: sql`m.at`,
    recorded_at: sql`m.recorded_at`,
    cause,
    counter_account: sql`m.counter_account`,
    counter_name: accountName(sql`m.counter_account`),
    debit: sql`case when m.amount < 0 then -m.amount else 0 end`,
    credit: sql`case when m.amount > 0 then m.amount else 0 end`,
    amount: sql`m.amount`,
    balance: sql`running.balance`,
    // Both names, where two people were needed.
    actor: sql`case when f.decision = 'confirmed' then concat(a.name, ', confirmed by ', u.name) else coalesce(u.name, '') end`,
    transfer_id: sql`m.transfer_id`,
    event_type: sql`m.cause`,
    event_id: sql`m.event_id`,
  }),
  from: (moment) => sql`
    ${moment.rowsOf(posting)} m
    left join ${moment.rowsOf(funding)} f on f.id = ${ownerOf('funding')}
    left join ${moment.rowsOf(transaction)} b on b.id = ${ownerOf('transaction')}
    left join ${moment.rowsOf(transaction)} p on p.id = ${ownerOf('payment')}
    left join ${staffNames(moment)} u on u.id = m.actor
    left join ${staffNames(moment)} a on a.id = f.by
    ${accountOwners(sql`m.counter_account`, moment)}
    cross join lateral (select ${runningBalance('m', moment)} as balance) running
    cross join (select ${moment.positionIn(account)} as position) reached`,
  where: ({ account: whose, startDate, endDate, counterAccount }) => {
    // Never beyond the account model, which the running balance is read from.
    const conditions = [
      sql`m.account = ${whose}`,
      sql`m.position <= reached.position`,
      ...inPeriod(sql`m.at`, { startDate, endDate }),
    ]
    if (counterAccount !== undefined) conditions.push(sql`m.counter_account = ${counterAccount}`)
    return conditions
  },
}
