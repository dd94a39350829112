import type { Share } from '#domain/kernel/accounts.ts'
import { kobo } from '#domain/kernel/money.ts'

/**
 * How a drug payment is shared until the settings say otherwise, in basis points. Proposed: the specs give no
 * percentages (spec, open-questions Q077).
 */
export const DEFAULT_SHARES: Readonly<Record<Share, number>> = {
  coe: 8_500,
  bank: 100,
  manufacturer: 1_200,
  emge: 200,
}

/** NGN 2,000,000.00 (domain.md, Money: funding_cap). */
export const DEFAULT_FUNDING_CAP = kobo(2_000_000_00)
