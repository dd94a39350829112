import type { Recorded } from '#commands/log/domain-log.ts'
import { type BilledDocument, documentsOf, type TransactionEvent } from '#domain/money/transaction/events.ts'
import { DRUG_CATEGORY } from '#domain/catalogue/category/category.ts'
import type { AppContext } from '#api/context.ts'
import type { TransactionDetail, TransactionLine } from '#api/money/contracts/transaction.ts'
import { nairaText } from '#api/naira.ts'

type Notes = Pick<TransactionDetail, 'comment' | 'documents'>

/**
 * What the biller wrote and attached: of a bill that was refused and tried again, the last try's; and the documents that
 * came with answers to its returns. What a dispute was raised with stands with the dispute, under its raiser's name.
 */
export function notesIn(past: readonly Recorded<TransactionEvent>[]): Notes {
  const bill = past.findLastIndex(({ event: { type } }) => type === 'TransactionBillingRequested')
  const asked = past[bill]?.event
  const comment = asked?.type === 'TransactionBillingRequested' ? asked.data.comment : undefined
  const documents =
    bill === -1
      ? []
      : past.slice(bill).flatMap(({ event }) => (event.type === 'TransactionDisputed' ? [] : documentsOf(event)))
  return {
    comment: comment === undefined ? null : { comment },
    documents: documents.map(documentLink),
  }
}

/** A document of a bill or its dispute, and where it is opened. */
export const documentLink = ({ documentId, name }: BilledDocument) => ({
  document_id: documentId,
  document_name: name,
  document_url: `/api/documents/${documentId}`,
})

/** The lines of a bill in its own order, prices in naira. */
export async function linesOf({ db }: AppContext, id: string): Promise<TransactionLine[]> {
  const lines = await db
    .selectFrom('transaction_line as l')
    .leftJoin('service_category as c', 'c.id', 'l.category_id')
    .select(['l.item_id', 'l.name', 'l.description', 'l.manufacturer', 'l.category_id', 'c.name as category_name'])
    .select(['l.quantity', 'l.price', 'l.total'])
    .where('l.transaction_id', '=', id)
    .orderBy('l.line')
    .execute()
  return lines.map(({ quantity, price, total, ...item }) => ({
    ...itemOf(item),
    quantity,
    cost: nairaText(price),
    total: nairaText(total),
  }))
}

type Item = {
  readonly item_id: string
  readonly name: string
  readonly description: string | null
  readonly manufacturer: string | null
  readonly category_id: number
  readonly category_name: string | null
}

/** What a line bills: a drug, or else a service. */
function itemOf({ item_id: id, name, description, manufacturer, category_id: category, category_name }: Item) {
  if (category === DRUG_CATEGORY) {
    const by = manufacturer === null ? null : { manufacturerName: manufacturer }
    return { drug_id: id, drug: { productName: name, description, manufacturer: by }, service: null }
  }
  const under = category_name === null ? null : { category_name }
  return { drug_id: null, drug: null, service: { id, service_name: name, category: under } }
}
