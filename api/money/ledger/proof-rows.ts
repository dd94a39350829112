import type pg from 'pg'
import type { Position } from '#commands/log/event-log.ts'
import type { Account } from '#domain/kernel/accounts.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import { account as accountModel } from '#projections/money/account/account.ts'
import { beginSnapshot } from '#projections/as-of.ts'
import { posting, type PostingRow } from '#projections/money/posting/posting.ts'

/** What the account model held from a position on. */
export type AccountVersion = {
  readonly valid_from: number
  readonly balance: number
  readonly debits: KoboSum
  readonly credits: KoboSum
  readonly movements: number
}

/** What the read models say about an account up to a position, in order. */
export type ProofRows = {
  /** How far both have come; what stands behind it, they do not know. */
  readonly reached: Position
  /** Why one of them goes no further, and at which event when that is known; undefined while they go on. */
  readonly stop: { readonly model: string; readonly at: Position | null; readonly error: string } | undefined
  /** Every line of every event that touched the account, by position. */
  readonly postings: ReadonlyMap<number, readonly PostingRow[]>
  readonly versions: ReadonlyMap<number, AccountVersion>
}

/** Reads both models in one snapshot, up to a position at most. */
export async function readProofRows(pool: pg.Pool, account: Account, upTo: Position): Promise<ProofRows> {
  const client = await pool.connect()
  try {
    const reached = await beginSnapshot(client, [posting, accountModel])
    const postings = await client.query<PostingRow>(
      `select * from posting
        where position <= $2 and position in (select position from posting where account = $1 and position <= $2)
        order by position, line`,
      [account, upTo],
    )
    const versions = await client.query<AccountVersion>(
      `select valid_from, balance, debits, credits, movements from account where account = $1 and valid_from <= $2
       union all
       select valid_from, balance, debits, credits, movements from account_history where account = $1 and valid_from <= $2`,
      [account, upTo],
    )
    const stops = await client.query<NonNullable<ProofRows['stop']>>(
      `select name as model, stopped_at as at, error from read_model
        where name = any($1) and error is not null order by position limit 1`,
      [[posting.name, accountModel.name]],
    )
    await client.query('commit')
    const byPosition = new Map<number, PostingRow[]>()
    for (const row of postings.rows) byPosition.set(row.position, [...(byPosition.get(row.position) ?? []), row])
    return {
      reached,
      stop: stops.rows[0],
      postings: byPosition,
      versions: new Map(versions.rows.map((row) => [row.valid_from, row])),
    }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
