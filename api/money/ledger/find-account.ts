import { sql } from 'kysely'
import { type Account, kindOf } from '#domain/kernel/accounts.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import { account as accountModel } from '#projections/money/account/account.ts'
import { accountName, accountOwners } from '#projections/money/account/account-name.ts'
import { maskedTable } from '#projections/masked-table.ts'
import { userAccount } from '#projections/people/user-account/user-account.ts'
import { asOfTable } from '#projections/as-of.ts'
import type { AppContext } from '#api/context.ts'

/** An account at a moment; amounts in kobo, zero where nothing had moved yet. */
export type FoundAccount = {
  readonly name: string
  /** A patient's name, for who may see it: no past of it is kept, so the past has none (decision 0017). */
  readonly person: string | null
  readonly balance: number
  readonly debits: KoboSum
  readonly credits: KoboSum
  readonly movements: number
  readonly last_moved_at: string | null
  /** The log position that the figures are of. */
  readonly position: number
}

/** Undefined when there is no such account: nothing has ever moved on it, and it belongs to nobody we know. */
export async function findAccount(
  { db }: AppContext,
  account: Account,
  asOf: number | undefined,
  maySeePeople: boolean,
): Promise<FoundAccount | undefined> {
  const owner = account.slice(account.indexOf(':') + 1)
  const kind = kindOf(account)
  const { rows } = await sql<FoundAccount>`
    select ${accountName(sql`w.account`)} as name,
           (select nullif(concat_ws(' ', first_name, last_name), '') from ${maskedTable(userAccount, maySeePeople)} u
             where ${kind} = 'patient' and id = ${owner} and ${asOf === undefined}) as person,
           coalesce(a.balance, 0) as balance, coalesce(a.debits, 0) as debits, coalesce(a.credits, 0) as credits,
           coalesce(a.movements, 0) as movements, a.last_moved_at,
           (select least(${asOf ?? null}::bigint, position) from read_model where name = 'account') as position
      from (select ${account}::text as account) w ${accountOwners(sql`w.account`, asOf)}
      left join ${asOfTable(accountModel, asOf)} a on a.account = w.account
     where exists (select from account where account = ${account})
        or (${kind} = 'patient' and exists (select from patient where id = ${owner}))
        or (${kind} in ('allocation', 'payable') and exists (select from coe where id = ${owner}))`.execute(db)
  return rows[0]
}
