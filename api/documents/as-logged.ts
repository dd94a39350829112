import type { AppContext } from '#api/context.ts'
import type { DisputeEvent } from '#domain/money/dispute/events.ts'
import { documentsOf, type TransactionEvent } from '#domain/money/transaction/events.ts'

/**
 * Whether a document's row names the file that it had when it came on a bill, by the word of the log: another document of
 * the same patient opens under the same key. True of one that no bill has.
 */
export async function isAsLogged(
  { pool, log }: Pick<AppContext, 'pool' | 'log'>,
  { id, sha256 }: { readonly id: string; readonly sha256: string },
): Promise<boolean> {
  // Any one will do: `verify` holds it against all of them.
  const { rows } = await pool.query<{ stream: string }>(
    'select stream from transaction_document where document_id = $1 order by transaction_id limit 1',
    [id],
  )
  const [named] = rows
  if (named === undefined) return true
  const { events } = await log.readWhatHolds<TransactionEvent | DisputeEvent>(named.stream)
  return events
    .flatMap(({ event }) => documentsOf(event))
    .every((document) => document.documentId !== id || document.sha256 === sha256)
}
