import { sql } from 'kysely'
import { type Account, kindOf } from '#domain/kernel/accounts.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import { account as accountModel } from '#projections/money/account/account.ts'
import { accountName, accountOwners } from '#projections/money/account/account-name.ts'
import { maskedRows } from '#projections/masked-rows.ts'
import { userAccount } from '#projections/people/user-account/user-account.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { AppContext } from '#api/context.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { ownerOf } from './known-account.ts'

/** An account at a moment; amounts in kobo, zero where nothing had moved yet. */
export type FoundAccount = {
  readonly name: string
  /** A patient's name, for who may see it: no past of it is kept, so the past has none (decision 0005). */
  readonly person: string | null
  readonly balance: number
  readonly debits: KoboSum
  readonly credits: KoboSum
  readonly movements: number
  readonly last_moved_at: string | null
  /** The log position that the figures are of. */
  readonly position: number
}

/** The read models that it shows. */
export const ACCOUNT_FROM = ['account', 'coe', 'patient_place', 'user_account'] as const

/** An account as of a position, now when undefined. */
export async function findAccount(
  context: AppContext,
  account: Account,
  asOf: Position | undefined,
  maySeePeople: boolean,
): Promise<FoundAccount> {
  return readAt(context, asOf, ACCOUNT_FROM, async (db, moment) => {
    const people = () => maskedRows(userAccount, moment.rowsOf(userAccount), maySeePeople)
    const person = moment.isNow
      ? sql`(select nullif(concat_ws(' ', u.first_name, u.last_name), '') from ${people()} u
              where ${kindOf(account)} = 'patient' and u.id = ${ownerOf(account)})`
      : sql`null`
    const { rows } = await sql<FoundAccount>`
      select ${accountName(sql`w.account`)} as name, ${person} as person,
             coalesce(a.balance, 0) as balance, coalesce(a.debits, 0) as debits, coalesce(a.credits, 0) as credits,
             coalesce(a.movements, 0) as movements, a.last_moved_at, ${moment.positionIn(accountModel)} as position
        from (select ${account}::text as account) w ${accountOwners(sql`w.account`, moment)}
        left join ${moment.rowsOf(accountModel)} a on a.account = w.account`.execute(db)
    const [found] = rows
    if (found === undefined) throw new Error('An account is always one row')
    return found
  })
}
