import { z } from 'zod'
import { type Kobo, kobo, parseNaira, sum, times } from '#domain/kernel/money.ts'
import { ChosenDocument } from '#web/features/money/documents/chosen-document.ts'
import { newKey } from '#web/shell/submitting.ts'

/** What is billed on one tab: services of the hospital, or drugs of an order. */
export type BillKind = 'service' | 'drug'

const Line = z.object({
  itemId: z.string(),
  name: z.string(),
  /** A drug's manufacturer and form. */
  note: z.string(),
  /** Naira of the API, for one, as the biller saw it; the server's price is what is billed. */
  price: z.string(),
  /** As typed. */
  quantity: z.string(),
  /** How many of a drug the hospital had by its own records as it was added; null where none are recorded. */
  stock: z.int().nullable().optional(),
})
export type CartLine = z.infer<typeof Line>

const Draft = z.object({
  lines: z.array(Line),
  comment: z.string(),
  documents: z.array(ChosenDocument),
  /** The idempotency key of the submit: kept while the bill stays as it is, so that a reload cannot bill it twice. */
  key: z.string(),
})
/** A bill that is not complete yet. */
export type BillDraft = z.infer<typeof Draft>

export const emptyDraft = (): BillDraft => ({ lines: [], comment: '', documents: [], key: newKey() })

/** A draft as this browser kept it; a new one when there is none, or none that can be read. */
export function readDraft(text: string | null): BillDraft {
  try {
    const kept = Draft.safeParse(JSON.parse(text ?? ''))
    return kept.success ? kept.data : emptyDraft()
  } catch {
    return emptyDraft()
  }
}

export const isEmpty = ({ lines, comment, documents }: BillDraft) =>
  lines.length === 0 && comment === '' && documents.length === 0

const MOST = 10_000

/** The quantity of a line; undefined when what is typed is none. */
export function quantityOf(typed: string): number | undefined {
  const quantity = /^\d{1,5}$/.test(typed.trim()) ? Number(typed.trim()) : 0
  return quantity >= 1 && quantity <= MOST ? quantity : undefined
}

/** What is wrong with a quantity; undefined when it is good. */
export const quantityError = (typed: string): string | undefined =>
  quantityOf(typed) === undefined ? `From 1 to ${MOST.toLocaleString('en-NG')}` : undefined

/** Said where more of a drug is billed than the hospital has by its own records: it warns and holds nothing up (docs/decisions/0104). */
export function stockWarning({ quantity, stock }: CartLine): string | undefined {
  if (stock === undefined || stock === null || (quantityOf(quantity) ?? 0) <= stock) return undefined
  return stock === 0
    ? 'Your hospital has recorded none in stock'
    : `Only ${stock.toLocaleString('en-NG')} recorded in stock`
}

/** The cost of a line, in kobo; nothing while its quantity is none. */
export const lineTotal = ({ price, quantity }: CartLine): Kobo =>
  times(parseNaira(price) ?? kobo(0), quantityOf(quantity) ?? 0)

export const totalOf = ({ lines }: BillDraft): Kobo => sum(lines.map(lineTotal))

/** Adds a line; one that is there already gets the quantity on top, so that a thing stands on a bill once. */
export function addLine(lines: readonly CartLine[], added: CartLine): CartLine[] {
  const known = lines.find(({ itemId }) => itemId === added.itemId)
  if (known === undefined) return [...lines, added]
  const quantity = String((quantityOf(known.quantity) ?? 0) + (quantityOf(added.quantity) ?? 0))
  return lines.map((line) => (line === known ? { ...added, quantity } : line))
}
