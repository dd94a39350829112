import type { TransactionEvent } from './events.ts'

/**
 * What lists show of a bill that was sent back, until it is initiated again: whether the hospital has answered. The chain
 * has both as billed.
 */
export const RETURNED_STATUSES = ['returned', 'answered'] as const
export type ReturnedStatus = (typeof RETURNED_STATUSES)[number]

/**
 * Since when a bill waits for what comes next, after an event: when it came to stand where it stands (ISO), and of one
 * that was sent back since then, or since the hospital's last answer, not since it was billed. Undefined where nothing of
 * that changes.
 */
export function standsSince({ type, data }: TransactionEvent): string | undefined {
  return MOVES_NOTHING.has(type) ? undefined : data.at
}

/** It is no bill yet; or a dispute holds it up where it stands. */
const MOVES_NOTHING: ReadonlySet<string> = new Set([
  'TransactionBillingRequested',
  'TransactionBillingRefused',
  'TransactionDisputed',
  'TransactionDisputeEnded',
  'TransactionReversalRequested',
] satisfies TransactionEvent['type'][])
