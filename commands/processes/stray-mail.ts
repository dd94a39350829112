import type { Position } from '#commands/log/event-log.ts'
import type { Difference } from '#commands/log/verify/difference.ts'

type RowOfMail = {
  readonly id: string
  readonly process: string
  readonly template: string
  readonly recipient: string
  readonly stream: string
  readonly revision: number
}

/** A mail that its event does not ask for, in the same words for whoever finds it: one finding, and one decision. */
export const strayMail = (
  { id, process, template, recipient, stream, revision }: RowOfMail,
  position: Position,
): Difference => ({
  ...{ position, through: position, check: 'outbox', row: { table: 'outbox', key: id } },
  expected: 'no mail',
  found: `one of ${process}: ${template} to ${recipient}, ${stream} ${revision}`,
})
