import type { CodecSecrets } from '#commands/log/codec.ts'
import { eventKeysFrom, type LiveEventKeys } from '#commands/log/event-mac.ts'

/** Of tests, and of no portal. */
export const TEST_EVENT_KEYS: LiveEventKeys = eventKeysFrom([Buffer.from('a key of events in tests: 32 by.')])

/** What a codec of tests knows; another `commandSecret` hashes commands otherwise. */
export const testSecrets = (commandSecret = 'secret of tests'): CodecSecrets => ({
  commandSecret,
  eventKeys: TEST_EVENT_KEYS,
})
