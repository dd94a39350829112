import type pg from 'pg'
import type { Position } from '#commands/log/event-log.ts'
import { type LiveEventKeys, macOver } from '#commands/log/event-mac.ts'

/** When the whole log was checked last, and what of it did not hold and was not decided about. */
export type LastCheck = { readonly endedAt: string; readonly events: number; readonly different: number }

/** What is kept of the checks; times in milliseconds since 1970. */
type Kept = {
  /** When the last check that went through began; when the log did, before the first. */
  readonly since: number
  /** Undefined before the first. */
  readonly ended?: { readonly at: number; readonly events: number; readonly different: number }
}

type Asked = { readonly client: Pick<pg.Pool, 'query'>; readonly eventKeys: LiveEventKeys }

const ALL_AS_NUMBERS = `select (extract(epoch from since) * 1000)::float8::text as since,
  (extract(epoch from ended_at) * 1000)::float8::text as at, events::text, different::text, key_id, mac from integrity_check`

type Row = {
  readonly since: string
  readonly at: string | null
  readonly events: string | null
  readonly different: string | null
  readonly key_id: string | null
  readonly mac: string | null
}

/**
 * What a process of the portal wrote of its checks; undefined where there is nothing, and 'foreign' where somebody else wrote
 * it, who could put every check off with it, or it can have been no check of this log. `head`: where that ends.
 */
export async function readLastCheck({
  client,
  eventKeys,
  head,
}: Asked & { readonly head: () => Promise<Position> }): Promise<Kept | 'foreign' | undefined> {
  const { rows } = await client.query<Row>(ALL_AS_NUMBERS)
  const [row] = rows
  if (row === undefined) return undefined
  const { key_id: keyId, mac } = row
  if (keyId === null) return 'foreign'
  if (eventKeys.of(keyId) === undefined) await eventKeys.refresh()
  const key = eventKeys.of(keyId)
  const kept = { since: Number(row.since), ...endedIn(row) }
  const isOurs = key !== undefined && key !== 'retired' && macOf(key, kept) === mac
  return isOurs && isOfLog(kept, await head()) ? kept : 'foreign'
}

/** Whether a check can have been one of a log that ends there: it looked at no more events than that has, and ended later than it began. */
const isOfLog = ({ since, ended }: Kept, head: Position): boolean =>
  ended === undefined || (ended.events <= head && since <= ended.at)

const endedIn = ({ at, events, different }: Row): Pick<Kept, 'ended'> =>
  at === null ? {} : { ended: { at: Number(at), events: Number(events), different: Number(different) } }

/** In the place of whatever is there. */
export async function writeLastCheck({ client, eventKeys }: Asked, kept: Kept): Promise<void> {
  const { since, ended } = kept
  const { id, key } = eventKeys.current
  await client.query(
    `insert into integrity_check (since, ended_at, events, different, key_id, mac)
     values (to_timestamp($1::float8 / 1000), to_timestamp($2::float8 / 1000), $3, $4, $5, $6)
     on conflict (only_row) do update set since = excluded.since, ended_at = excluded.ended_at, events = excluded.events,
       different = excluded.different, key_id = excluded.key_id, mac = excluded.mac`,
    [since, ended?.at, ended?.events, ended?.different, id, macOf(key, kept)],
  )
}

function macOf(key: Buffer, { since, ended }: Kept): string {
  const said = [since, ended?.at ?? null, ended?.events ?? null, ended?.different ?? null]
  return macOver(key, 'chf-check-mac-1', JSON.stringify(said))
}
