import { type Refusal, refuse } from '#domain/kernel/decider.ts'
import type { Bill } from './bill.ts'

/** The most documents that a bill may come to carry, with those of answers to its returns and of its disputes. */
const MAX_BILL_DOCUMENTS = 50

/** Why a bill cannot carry so many documents more. */
export function tooManyMore(
  added: number,
  { documents }: Pick<Bill, 'documents'>,
): Refusal<'transaction_too_many_documents'> | undefined {
  if (added === 0 || documents + added <= MAX_BILL_DOCUMENTS) return undefined
  return refuse('transaction_too_many_documents', { most: MAX_BILL_DOCUMENTS })
}
