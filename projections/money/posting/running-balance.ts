import { type RawBuilder, sql } from 'kysely'

/**
 * What an account held right after a line of the ledger (kobo): its balance as of the line's position, less the lines
 * of the same event that come after it. Two look-ups by key per line, however long the account's history is. `m` is the
 * alias of the posting.
 */
export function runningBalance(m: string): RawBuilder<unknown> {
  const [account, position, line] = [sql.ref(`${m}.account`), sql.ref(`${m}.position`), sql.ref(`${m}.line`)]
  return sql`coalesce(
      (select b.balance from account b where b.account = ${account} and b.valid_from <= ${position}),
      (select h.balance from account_history h
        where h.account = ${account} and h.valid_from <= ${position} order by h.valid_from desc limit 1))
    - coalesce((select sum(later.amount)::bigint from posting later
        where later.account = ${account} and later.position = ${position} and later.line > ${line}), 0)`
}
