import { spanOf } from '#commands/clock.ts'
import type { OutboxHealth } from '#commands/processes/process-health.ts'

/** A mail that goes out after an hour may ask for something that is past; a server that is away for a moment is not told of. */
const MAIL_LATE_MS = 3_600_000

type Facts = {
  readonly outbox: OutboxHealth | undefined
  /** For how long (ms) the oldest mail waits that is to be sent; 0 when none does. */
  readonly mailLateMs: number
}

/** What is said of mail that does not go out. */
export function remarkOnOutbox({ outbox, mailLateMs }: Facts): { readonly status: 'amber'; readonly says: string }[] {
  const { failing = 0, dead = 0 } = outbox ?? {}
  return [
    ...(failing > 0 ? [`mail: ${failing} could not be sent yet`] : []),
    ...(mailLateMs > MAIL_LATE_MS ? [`mail: the oldest has waited for ${spanOf(mailLateMs)}`] : []),
    ...(dead > 0 ? [`mail: ${dead} could not be sent. See Mail (Administration).`] : []),
  ].map((says) => ({ status: 'amber', says }))
}
