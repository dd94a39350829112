import type { RowMacs } from '#commands/row-macs.ts'

/** A mail as its row in the outbox says it: whose it is, what it is, to whom (user id), and the place of its event. */
export type RowOfMail = {
  readonly id: string
  readonly process: string
  readonly template: string
  readonly recipient: string
  readonly stream: string
  readonly revision: number
}

const ASKED = 'outbox, asked for'
const saidBy = ({ id, process, template, recipient, stream, revision }: RowOfMail) => [
  ...[id, process, template, recipient, stream, revision],
]

/**
 * The MAC of a mail as a process asked for it: of a mail that this version's rules would not ask for, it says that an earlier
 * version's did, and not somebody who has the database alone.
 */
export const askedMac = (macs: RowMacs, row: RowOfMail): string => macs.of(ASKED, saidBy(row))

/** Whether a process of the portal, of any version, asked for the mail as its row says; rows of before say nothing (null). */
export const isAskedByUs = (macs: RowMacs, row: RowOfMail, mac: string | null): boolean =>
  macs.holds(mac ?? '', ASKED, saidBy(row))
