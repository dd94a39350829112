import type { AskedKind } from '#api/money/contracts/why-not.ts'
import { actsOnBills } from './acts-on-bills.ts'
import { actsOnInvoices } from './acts-on-invoices.ts'
import type { Tells } from './tells.ts'

/** Who tells of what; a kind that can be asked about does not compile without. */
export const TELLS: Readonly<Record<AskedKind, Tells>> = {
  transactions: actsOnBills,
  invoices: actsOnInvoices,
}
