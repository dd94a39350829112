import type { Recorded } from '#commands/log/domain-log.ts'

/** How long (ms) a command's handler has to finish its own move before it is taken over. */
export const GRACE_MS = 5_000

/** The id of an event's stream: `{id}` of `transaction-{id}`. */
export const idOf = ({ stream }: Recorded): string => stream.slice(stream.indexOf('-') + 1)
