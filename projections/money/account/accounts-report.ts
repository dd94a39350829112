import { type RawBuilder, sql } from 'kysely'
import { asOfTable } from '#projections/as-of.ts'
import { column, type Report } from '#projections/report/report.ts'
import { account } from './account.ts'
import { accountName, accountOwners } from './account-name.ts'

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
  columns: [
    column('account', 'Account', 'code', sql`a.account`, { sortable: true }),
    column('name', 'Name', 'text', accountName(sql`a.account`)),
    column('kind', 'Kind of account', 'code', sql`a.kind`),
    column('debits', 'Debits', 'naira', sql`a.debits`, { total: true }),
    column('credits', 'Credits', 'naira', sql`a.credits`, { total: true }),
    column('balance', 'Balance', 'naira', sql`a.balance`, { total: true }),
    column('movements', 'Movements', 'count', sql`a.movements`, { total: true }),
    column('last_moved_at', 'Last movement', 'instant', sql`a.last_moved_at`),
  ],
  from: (asOf) => sql`${asOfTable(account, asOf)} a ${accountOwners(sql`a.account`, asOf)}`,
  where: ({ kind, search, only }) => {
    const conditions: RawBuilder<unknown>[] = []
    if (kind !== undefined) conditions.push(sql`a.kind = ${kind}`)
    if (only !== undefined) conditions.push(sql`a.account in (${sql.join([...only, ''])})`)
    if (search !== undefined && search !== '')
      conditions.push(sql`(
        a.account = ${search.toLowerCase()}
        or owner_patient.chf_id = ${search.toUpperCase()}
        or position(${search.toLowerCase()} in lower(owner_coe.name)) > 0)`)
    return conditions
  },
}
