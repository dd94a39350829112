import type { Position } from '#commands/log/event-log.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import type { RowOfMail } from './asked-mail.ts'

/** A mail that nobody asked for, in the same words for whoever finds it: one finding, and one decision. */
export const strayMail = (
  { id, process, template, recipient, stream, revision }: RowOfMail,
  position: Position,
): Difference => ({
  ...{ position, through: position, check: 'outbox', row: { table: 'outbox', key: id } },
  expected: 'no mail',
  found: `one of ${process}: ${template} to ${recipient}, ${stream} ${revision}`,
})
