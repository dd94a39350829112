import { type Kysely, sql } from 'kysely'
import type { CodeKind, Codes } from '#commands/codes.ts'
import { codeGivenBy, GIVERS } from '#commands/given-codes.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { Database } from '#projections/read-models.ts'

/**
 * Makes sure that no short code of the log is given a second time, where the log is not in the database that counts the
 * codes: that one may be new, or restored from a copy older than the log. What the read models do not know yet (they
 * may be behind, in building, or stand still) is read from the log itself, so that no start waits for them.
 */
export async function raiseCodes(parts: {
  readonly db: Kysely<Database>
  readonly codes: Codes
  readonly log: Pick<DomainLog, 'head' | 'follow'>
}): Promise<void> {
  const { db, codes, log } = parts
  const { rows } = await sql<{ known: Position | null }>`
    select min(position) as known from read_model where name in ('patient', 'transaction', 'payment', 'invoice')`.execute(
    db,
  )
  await raiseToTables(db, codes)
  await raiseToLog(codes, log, rows[0]?.known ?? 0)
}

async function raiseToTables(db: Kysely<Database>, codes: Codes): Promise<void> {
  const patients = await sql<{ last: number | null }>`
    select max(substring(chf_id from '^CHF-(\\d+)$')::int) as last from patient`.execute(db)
  const last = patients.rows[0]?.last ?? null
  if (last !== null) await codes.raiseTo('CHF', undefined, last)
  const years = await sql<{ kind: Exclude<CodeKind, 'CHF'>; year: number; last: number }>`
    select substring(reference for 3) as kind, substring(reference from 5 for 4)::int as year,
           max(substring(reference from '-(\\d+)$')::int) as last
      from (select reference from transaction union all select reference from payment
            union all select reference from invoice union all select payment_reference from invoice) given
     where reference ~ '^(TRX|PAY|INV)-\\d{4}-\\d+$' group by 1, 2`.execute(db)
  for (const { kind, year, last: number } of years.rows) await codes.raiseTo(kind, year, number)
}

async function raiseToLog(codes: Codes, log: Pick<DomainLog, 'head' | 'follow'>, known: Position): Promise<void> {
  const head = await log.head()
  if (known >= head) return
  const enough = new AbortController()
  for await (const { events, position } of log.follow(known, enough.signal, GIVERS)) {
    for (const event of events) {
      const given = codeGivenBy(event)
      if (given !== undefined) await codes.raiseTo(given.kind, given.year, given.number)
    }
    if (position >= head) break
  }
  enough.abort()
}
