import { CHAIN } from '../../domain/transaction/chain.ts'
import type { TransactionEvent } from '../../domain/transaction/events.ts'
import { factsOf } from '../../domain/kernel/event-table.ts'
import type { Permission } from '../../domain/kernel/permissions.ts'
import { transactionEvents } from '../../domain/transaction/events.ts'

const READ_NOTES: readonly Permission[] = [
  'VIEW_PERSONAL_DATA',
  'FLAG_TRANSACTION',
  ...CHAIN.map(({ permission }) => permission),
]

/**
 * Who reads what a bill says about its patient (physician's comment, documents, reasons): those who see personal data,
 * and those who must judge the bill. For others, analysts above all, it is masked.
 */
export function mayReadNotes(permissions: ReadonlySet<Permission>): boolean {
  return READ_NOTES.some((permission) => permissions.has(permission))
}

/** An event's data with its personal fields masked. */
export function maskedData({ type, data }: TransactionEvent): Record<string, unknown> {
  const personal = new Set(factsOf(transactionEvents[type]).personal.map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, personal.has(name) ? '[masked]' : value]),
  )
}
