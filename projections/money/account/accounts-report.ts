import { hasWords } from '#projections/folded-search.ts'
import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Report } from '#projections/report/report.ts'
import { account } from './account.ts'
import { accountName, accountOwners } from './account-name.ts'
import { ACCOUNT_FIELDS } from './fields.ts'

/** Which accounts: every condition that is there must hold. */
export type AccountFilter = {
  readonly kind?: string | undefined
  /** An account's id, a patient's CHF id, or part of a hospital's name. */
  readonly search?: string | undefined
  /** No others than these: the caller's reach. */
  readonly only?: readonly string[] | undefined
}

/** Every account with what it was given, what it gave, and what it holds. */
export const accountsReport: Report<AccountFilter> = {
  name: 'accounts',
  models: ['account', 'patient_place', 'coe'],
  key: sql`a.account`,
  defaultSort: { column: 'account', descending: false },
  columns: columnsOf(ACCOUNT_FIELDS, {
    account: sql`a.account`,
    name: accountName(sql`a.account`),
    kind: sql`a.kind`,
    debits: sql`a.debits`,
    credits: sql`a.credits`,
    balance: sql`a.balance`,
    movements: sql`a.movements`,
    last_moved_at: sql`a.last_moved_at`,
  }),
  from: (moment) => sql`${moment.rowsOf(account)} a ${accountOwners(sql`a.account`, moment)}`,
  where: ({ kind, search, only }) => {
    const conditions: RawBuilder<unknown>[] = []
    if (kind !== undefined) conditions.push(sql`a.kind = ${kind}`)
    if (only !== undefined) conditions.push(sql`a.account in (${sql.join([...only, ''])})`)
    if (search !== undefined && search !== '')
      conditions.push(sql`(
        a.account = ${search.toLowerCase()}
        or owner_patient.chf_id = ${search.toUpperCase()}
        or ${hasWords(sql`owner_coe.name_key`, search)})`)
    return conditions
  },
}
