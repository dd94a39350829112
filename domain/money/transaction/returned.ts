/**
 * What lists show of a bill that was sent back, until it is initiated again or put on an invoice: whether the hospital has answered. The chain
 * has both as billed.
 */
export const RETURNED_STATUSES = ['returned', 'answered'] as const
export type ReturnedStatus = (typeof RETURNED_STATUSES)[number]
