/** How a dispute ends: the bill stands; the wallet gets its money back; or whoever raised it takes it back. */
export const DISPUTE_OUTCOMES = ['resolved', 'reversed', 'withdrawn'] as const
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]
