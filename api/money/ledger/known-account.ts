import { sql } from 'kysely'
import { type Account, BENEFACTORS, disbursedTo, IN_TRANSIT, kindOf, POOL, SHARES } from '#domain/kernel/accounts.ts'
import type { AppContext } from '#api/context.ts'

const OF_THE_FUND: readonly Account[] = [BENEFACTORS, POOL, IN_TRANSIT, ...SHARES.map(disbursedTo)]

/** Whose account it is: `0197…` of `patient:0197…`. */
export const ownerOf = (account: Account): string => account.slice(account.indexOf(':') + 1)

/** Whether there is such an account: something has moved on it, it is the fund's own, or it belongs to somebody we know. */
export async function isKnownAccount({ db }: AppContext, account: Account): Promise<boolean> {
  if (OF_THE_FUND.includes(account)) return true
  const [owner, kind] = [ownerOf(account), kindOf(account)]
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from account where account = ${account})
        or (${kind} = 'patient' and exists (select from patient where id = ${owner}))
        or (${kind} in ('allocation', 'payable') and exists (select from coe where id = ${owner})) as known`.execute(db)
  return rows[0]?.known === true
}
