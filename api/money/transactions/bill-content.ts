import type { Recorded } from '#commands/log/domain-log.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import type { AppContext } from '#api/context.ts'
import type { TransactionDetail, TransactionLine } from '#api/money/contracts/transaction.ts'
import { nairaText } from '#api/naira.ts'

type Notes = Pick<TransactionDetail, 'comment' | 'documents'>

/** What the biller wrote and attached: of a bill that was refused and tried again, the last try's. */
export function notesIn(past: readonly Recorded<TransactionEvent>[]): Notes {
  const bill = past.flatMap(({ event }) => (event.type === 'TransactionBillingRequested' ? [event.data] : [])).at(-1)
  const documents = bill?.documents ?? []
  return {
    comment: bill?.comment ?? null,
    documents: documents.map(({ documentId, name }) => ({
      document_id: documentId,
      document_name: name,
      document_url: `/api/documents/${documentId}`,
    })),
  }
}

/** The lines of a bill in its own order, prices in naira. */
export async function linesOf({ db }: AppContext, id: string): Promise<TransactionLine[]> {
  const lines = await db
    .selectFrom('transaction_line as l')
    .leftJoin('service_category as c', 'c.id', 'l.category_id')
    .select(['l.item_id', 'l.name', 'l.description', 'l.manufacturer', 'c.name as category_name', 'l.quantity'])
    .select(['l.price', 'l.total'])
    .where('l.transaction_id', '=', id)
    .orderBy('l.line')
    .execute()
  return lines.map(({ price, total, ...line }) => ({ ...line, cost: nairaText(price), total: nairaText(total) }))
}
