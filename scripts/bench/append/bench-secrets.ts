import type { CodecSecrets } from '#commands/log/codec.ts'
import { eventKeysFrom } from '#commands/log/event-mac.ts'

/** Secrets as long as the real ones; they guard nothing. */
export const benchSecrets: CodecSecrets = {
  commandSecret: 'secret of the bench',
  eventKeys: eventKeysFrom([Buffer.alloc(32, 'bench')]),
}
