import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { Id } from '#domain/kernel/text.ts'
import { wholeNumber } from '#domain/kernel/whole-number.ts'

/**
 * A signed statement about the log's first events: that there were `count` of them up to `position`, with this rolling
 * hash over all their stored rows, in so many streams, whose ends have this root (commands/log/seals/seal.ts says how hash and
 * signature are made, ends-tree.ts how the root is).
 */
export const Seal = z.object({
  /** 1, 2, 3 …: a seal taken out from between others is missed. */
  number: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  position: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  count: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  /** SHA-256, in hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  streams: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  /** Of the tree over the ends of all these streams, those of the seals themselves included; in hex. */
  root: z.string().regex(/^[0-9a-f]{64}$/),
  at: Instant,
  /** Which key signed it. */
  keyId: Id,
  /** Ed25519, in base64. */
  signature: Id,
})
export type Seal = z.infer<typeof Seal>

/** Stream `seal-log`: the seals of the log itself. */
export const sealEvents = { LogSealed: Seal }
