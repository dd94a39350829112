import { MASKED } from '#domain/kernel/masked.ts'
import type { InvoiceEvent } from '#domain/money/invoice/events.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import type { AppContext } from '#api/context.ts'

/** Of the invoices that a bill was on and was sent back with, by id: their numbers, and why. */
export type SentBackWith = ReadonlyMap<string, { readonly number: string; readonly reason: string | null }>

/** Reads them where the bill was released by one: the reason stands in the invoice's own stream alone; `isMasked` hides it. */
export async function sentBackWith(
  { log }: Pick<AppContext, 'log'>,
  past: readonly TransactionEvent[],
  isMasked: boolean,
): Promise<SentBackWith> {
  const left = past.flatMap(({ type, data }) =>
    type === 'TransactionReleased' && data.refused === undefined ? [data.invoiceId] : [],
  )
  const told = await Promise.all(
    [...new Set(left)].map(async (id) => {
      const { events } = await log.readWhatHolds<InvoiceEvent>(`invoice-${id}`)
      const all = events.map(({ event }) => event)
      const asked = all.findLast(({ type }) => type === 'InvoiceReturnRequested')
      const begun = all.find(({ type }) => type === 'InvoiceGenerationRequested')
      const number = begun?.type === 'InvoiceGenerationRequested' ? begun.data.reference : ''
      const reason = asked?.type === 'InvoiceReturnRequested' ? asked.data.reason : null
      return [id, { number, reason: reason !== null && isMasked ? MASKED : reason }] as const
    }),
  )
  return new Map(told)
}
