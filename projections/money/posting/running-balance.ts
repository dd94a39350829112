import { type RawBuilder, sql } from 'kysely'
import { account } from '#projections/money/account/account.ts'
import type { Moment } from '#projections/moment.ts'
import { posting } from './posting.ts'

/**
 * What an account held right after a line of the ledger (kobo): its balance as of the line's position, less the lines
 * of the same event that come after it. Two look-ups by key per line, however long the account's history is. `m` is the
 * alias of the posting.
 */
export function runningBalance(m: string, moment: Moment): RawBuilder<unknown> {
  const [row, position, line] = [sql.ref(`${m}.account`), sql.ref(`${m}.position`), sql.ref(`${m}.line`)]
  return sql`${moment.valueAt(account, 'balance', { row, position })}
    - coalesce((select sum(later.amount)::bigint from ${moment.rowsOf(posting)} later
        where later.account = ${row} and later.position = ${position} and later.line > ${line}), 0)`
}
