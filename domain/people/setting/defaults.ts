import type { Share } from '#domain/kernel/accounts.ts'
import { kobo } from '#domain/kernel/money.ts'
import type { InvoiceStep } from '#domain/money/invoice/chain.ts'

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

/** NGN 50,000,000.00 (domain.md, Money: second_person_above). */
export const DEFAULT_SECOND_PERSON_ABOVE = kobo(50_000_000_00)

/**
 * For how many working hours a bill may wait for a step (docs/decisions/0102), on an invoice for its CMD as well: a working week to
 * be initiated, two working days for every other step. Proposed: the specs give none.
 */
export const DEFAULT_DEADLINES: Readonly<Record<InvoiceStep, number>> = {
  cmd: 18,
  initiate: 45,
  recommend: 18,
  approve: 18,
  dfa: 18,
  permsec: 18,
}

/** What an installation's applicants accept until its administrators say it in their own words (spec, open-questions Q129). */
export const DEFAULT_TERMS = `By applying to the Cancer Health Fund you say that what you tell it is true and complete. Whoever falsifies information can be prosecuted.

The fund, the hospital that you choose and the reviewers of your application keep and use what you tell them, your health included, to decide on it and to pay for your care. Nobody else is shown it, unless the law asks for it. You can ask for what is kept of you, have it corrected, and have it erased when no law keeps it.

Applying gives no right to be funded. A decision takes 2 to 7 working days. What is approved pays for drugs, radiotherapy and chemotherapy at the hospitals of the fund, and is never paid out.`
