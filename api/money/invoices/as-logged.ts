import { sumOfFlows } from '#domain/kernel/money.ts'
import { isGenerated, totalOfInvoice } from '#domain/money/invoice/invoice.ts'
import type { StandingInvoice } from '#domain/money/invoice/standing.ts'
import { nairaText } from '#api/naira.ts'
import type { GroupOn, OnInvoice } from './invoice-content.ts'
import type { FoundInvoice } from './reached-invoice.ts'

/** What a record and its paper say of an invoice by the log, whatever its row says (docs/decisions/0096). */
export function inLog(found: FoundInvoice) {
  const asked = { invoice_number: found.reference, start_date: found.periodStart, end_date: found.periodEnd }
  if (!isGenerated(found)) return asked
  const [total, count] = [nairaText(totalOfInvoice(found)), found.lines.length]
  if (found.isReturned) return { ...asked, returned_total: total, returned_count: count }
  return { ...asked, computed_total: total, transactions_count: count }
}

/**
 * Whether the rows that a record shows are what its code stands for: the same transactions, each of the same total, and sums by
 * service and drug that add up to it. Only such a paper has a code; one that a row was changed under, or whose rows are on
 * their way, has none.
 */
export function isAsLogged(
  { lines }: Pick<StandingInvoice, 'lines'>,
  on: readonly OnInvoice[],
  groups: readonly GroupOn[],
): boolean {
  const totals = new Map(on.map(({ id, total }) => [id, total]))
  const isSame = totals.size === lines.length && lines.every((line) => totals.get(line.transactionId) === line.total)
  return isSame && sumOfFlows(groups.map(({ total }) => total)) === BigInt(totalOfInvoice({ lines }))
}
