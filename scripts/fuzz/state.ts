import { sql } from 'kysely'
import type { AppContext } from '#api/context.ts'

/**
 * A refused move of money records its intention and the refusal (domain.md, Moving money), and so does an invoice on which
 * nothing came; nothing else is ever kept.
 */
const REFUSAL = /Refused$|Abandoned$|^InvoiceGenerationFailed$/

/** Events since a position that a request wrote although it was refused; requests by their correlation ids. */
export async function keptByRefused(
  { log }: AppContext,
  after: number,
  refused: ReadonlySet<string>,
): Promise<readonly string[]> {
  const types = new Map<string, string[]>()
  const head = await log.head()
  const stop = new AbortController()
  if (head > after)
    for await (const { events, position } of log.follow(after, stop.signal)) {
      for (const { event, meta } of events) {
        if (!refused.has(meta.correlationId)) continue
        types.set(meta.correlationId, [...(types.get(meta.correlationId) ?? []), event.type])
      }
      if (position >= head) stop.abort()
    }
  return [...types.values()].filter((kept) => !kept.some((type) => REFUSAL.test(type))).map((kept) => kept.join(', '))
}

/** What does not hold after everything: read models that stand still, money that does not add up. */
export async function brokenInvariants({ db, log, pool }: AppContext): Promise<readonly string[]> {
  const head = await log.head()
  const models = await pool.query<{ name: string; error: string }>(
    'select name, error from read_model where error is not null',
  )
  const { rows } = await sql<{ account: number; kind: number; negative: number }>`
    select (select coalesce(sum(balance), 0) from account)::bigint as account,
           (select coalesce(sum(balance), 0) from account_kind)::bigint as kind,
           (select count(*) from account where balance < 0 and kind in ('pool', 'allocation', 'patient'))::bigint as negative`.execute(
    db,
  )
  const [{ account, kind, negative } = { account: Number.NaN, kind: Number.NaN, negative: Number.NaN }] = rows
  return [
    ...models.rows.map(({ name, error }) => `the read model ${name} stands still: ${error}`),
    ...(account === 0 && kind === 0 ? [] : [`the trial balance is ${account} and ${kind} kobo at ${head}`]),
    ...(negative === 0 ? [] : [`${negative} wallets are below zero`]),
  ]
}
