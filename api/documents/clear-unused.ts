import { sql } from 'kysely'
import { inTransaction } from '#commands/postgres.ts'
import type { AppContext } from '#api/context.ts'
import { DOCUMENT_COLUMNS, documentColumns, isOwnRow, type KeptRow, markCleared } from './document-row.ts'

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
 * or in two, unless another row has the same. A row that the portal did not write removes nothing.
 */
export async function clearUnused(house: House & Pick<AppContext, 'now'>, signal: AbortSignal): Promise<void> {
  const { documents, now } = house
  const before = new Date(now() - UNUSED_KEPT_MS)
  for (let after: string | undefined = BEFORE_ALL; after !== undefined && !signal.aborted;)
    after = await clearPage(house, before, after)
  await removeCleared(house, signal)
  if (!signal.aborted) await documents.removeDrafts(new Date(now() - DRAFTS_KEPT_MS))
}

type House = Pick<AppContext, 'pool' | 'db' | 'documents' | 'rowMacs'>

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Gives where the next page begins; undefined behind the last. */
async function clearPage({ pool, rowMacs }: House, before: Date, after: string): Promise<string | undefined> {
  const client = await pool.connect()
  try {
    return await inTransaction(client, async () => {
      const { rows } = await client.query<KeptRow>(
        `select ${DOCUMENT_COLUMNS} from document where state = 'loose' and uploaded_at < $1 and id > $2
          order by id limit ${BATCH} for update skip locked`,
        [before, after],
      )
      const own = rows.filter((row) => isOwnRow(rowMacs, row))
      await markCleared(client, rowMacs, own)
      return rows.length < BATCH ? undefined : rows.at(-1)?.id
    })
  } finally {
    client.release()
  }
}

/** Says of all that is kept as a person's, and was written by the portal, that it is cleared. */
export async function clearThoseOf({ pool, rowMacs }: House, personId: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<KeptRow>(
      `select ${DOCUMENT_COLUMNS} from document where person_id = $1 and state <> 'cleared'`,
      [personId],
    )
    const own = rows.filter((row) => isOwnRow(rowMacs, row))
    if (own.length === 0) return
    // Once more for what changed in that moment.
    await markCleared(pool, rowMacs, own)
  }
}

/** Removes what is cleared, row and file. */
export async function removeCleared({ db, documents, rowMacs }: House, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ sha256: string }>`
    select distinct sha256 from document where state = 'cleared'`.execute(db)
  for (const { sha256 } of rows) {
    if (signal.aborted) return
    await db.transaction().execute(async (turn) => {
      await sql`select ${turnAtBytes(sha256)}`.execute(turn)
      const { rows: all } = await sql<KeptRow>`
        select ${documentColumns} from document where sha256 = ${sha256}`.execute(turn)
      const cleared = all.filter((row) => row.state === 'cleared' && isOwnRow(rowMacs, row))
      if (cleared.length === 0) return
      if (cleared.length === all.length) await documents.remove(sha256)
      await sql`
        delete from document
         where id = any(${cleared.map(({ id }) => id)}::uuid[]) and sha256 = ${sha256} and state = 'cleared'`.execute(
        turn,
      )
    })
  }
}
