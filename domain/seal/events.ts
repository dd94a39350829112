import { z } from 'zod'

/**
 * A signed statement about the log's first events: that there were `count` of them up to `position`, with this rolling
 * hash over all their stored rows (commands/log/seal.ts says how hash and signature are made).
 */
export const Seal = z.object({
  /** 1, 2, 3 …: a seal taken out from between others is missed. */
  number: z.int().min(1),
  position: z.int().min(1),
  count: z.int().min(1),
  /** SHA-256, in hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  /** Which key signed it. */
  keyId: z.string(),
  /** Ed25519, in base64. */
  signature: z.string(),
})
export type Seal = z.infer<typeof Seal>

/** Stream `seal-log`: the seals of the log itself. */
export const sealEvents = { LogSealed: Seal }
