import type { DomainLog } from '#commands/log/domain-log.ts'
import { account } from '#projections/money/account/account.ts'
import { recordedIn, rowsOf } from '#tests/support/memory-world.ts'

/** What the read model of accounts makes of a log, of one wallet: in kobo; 0 where it has none. */
export async function walletAccount(log: DomainLog, name: string): Promise<number> {
  const rows = rowsOf(account, await recordedIn({ log }))
  return rows.find((row) => row.account === name)?.balance ?? 0
}
