import { sql } from 'kysely'
import type { AppContext } from '#api/context.ts'

/** How long an upload waits for the bill that it is for. */
const UNUSED_KEPT_MS = 2 * 86_400_000
/** No call takes so long. */
const DRAFTS_KEPT_MS = 86_400_000
const BATCH = 1_000

/**
 * The turn at the bytes of a hash until the transaction ends: a row for them is added, and they are removed for want of
 * rows, one after the other.
 */
export const turnAtBytes = (sha256: string) => sql`pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`

/**
 * Clears uploads that were never attached to anything, and what killed processes left of theirs; safe in several
 * processes at once. What is `loose` becomes `cleared` first, in one step that an attachment comes before or after
 * (own-documents.ts): from then on nobody opens or attaches it, so that its bytes may go at any later time, in one try
 * or in two, unless another row has the same.
 */
export async function clearUnused(
  house: Pick<AppContext, 'db' | 'documents' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, documents, now } = house
  const before = new Date(now() - UNUSED_KEPT_MS)
  let cleared = BATCH
  while (cleared === BATCH && !signal.aborted) {
    const { numAffectedRows = 0n } = await sql`
      update document set state = 'cleared' where id in (
        select id from document where state = 'loose' and uploaded_at < ${before}
         limit ${sql.lit(BATCH)} for update skip locked)`.execute(db)
    cleared = Number(numAffectedRows)
  }
  await removeCleared(house, signal)
  if (!signal.aborted) await documents.removeDrafts(new Date(now() - DRAFTS_KEPT_MS))
}

/** Removes what is cleared, row and file. */
export async function removeCleared(
  { db, documents }: Pick<AppContext, 'db' | 'documents'>,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ sha256: string }>`
    select distinct sha256 from document where state = 'cleared'`.execute(db)
  for (const { sha256 } of rows) {
    if (signal.aborted) return
    await db.transaction().execute(async (turn) => {
      await sql`select ${turnAtBytes(sha256)}`.execute(turn)
      const others = await sql`
        select from document where sha256 = ${sha256} and state <> 'cleared' limit 1`.execute(turn)
      if (others.rows.length === 0) await documents.remove(sha256)
      await sql`delete from document where sha256 = ${sha256} and state = 'cleared'`.execute(turn)
    })
  }
}
