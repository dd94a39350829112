import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { jsonIn } from '#domain/kernel/json.ts'
import { Id } from '#domain/kernel/text.ts'
import type { SealedTexts } from '#api/sealed-bytes.ts'
import { RegisterBody } from '#api/people/contracts/enrolment.ts'

/**
 * What stands in the row of an enrolment, sealed: all that was sent, but a hash in place of the password. Whose id it is and
 * when it was stand in here: whoever writes the row's other columns makes nobody else of them.
 */
const Enrolled = RegisterBody.omit({ password: true }).extend({
  id: Id,
  at: Instant,
  hashed: z.object({ hash: z.string(), pepper: z.int() }),
  /** By which the request is told from others in the log. */
  correlationId: z.string(),
})
export type Enrolled = z.infer<typeof Enrolled>

export const sealed = (texts: SealedTexts, enrolled: Enrolled): Buffer => texts.seal(JSON.stringify(enrolled))

/** Undefined of what the portal did not write. */
export function unsealed(texts: SealedTexts, bytes: Buffer): Enrolled | undefined {
  try {
    return Enrolled.safeParse(jsonIn(texts.open(bytes))).data
  } catch {
    return undefined
  }
}
