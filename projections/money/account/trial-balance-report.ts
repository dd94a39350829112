import { sql } from 'kysely'
import { ACCOUNT_KINDS } from '#domain/kernel/accounts.ts'
import { columnsOf, type Report } from '#projections/report/report.ts'
import { accountKind } from './account.ts'
import { TRIAL_BALANCE_FIELDS } from './fields.ts'

/** Every kind of account in the order in which money flows, those without a movement too. */
const kinds = sql.join(ACCOUNT_KINDS.map((kind, index) => sql`(${sql.lit(kind)}, ${sql.lit(index)})`))

/** The trial balance: what each kind of account holds. The balances add up to zero at every position (domain.md, Money). */
export const trialBalanceReport: Report<Record<never, never>> = {
  name: 'trial-balance',
  models: ['account_kind'],
  key: sql`k.kind`,
  defaultSort: { column: 'line', descending: false },
  columns: columnsOf(TRIAL_BALANCE_FIELDS, {
    kind: sql`k.kind`,
    line: sql`k.line`,
    debits: sql`coalesce(a.debits, 0)`,
    credits: sql`coalesce(a.credits, 0)`,
    balance: sql`coalesce(a.balance, 0)`,
    movements: sql`coalesce(a.movements, 0)`,
    last_moved_at: sql`a.last_moved_at`,
  }),
  from: (moment) => sql`(values ${kinds}) k(kind, line) left join ${moment.rowsOf(accountKind)} a on a.kind = k.kind`,
  where: () => [],
}
