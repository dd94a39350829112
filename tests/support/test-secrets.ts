import type { CodecSecrets } from '#commands/log/codec.ts'
import { eventKeysFrom, type LiveEventKeys } from '#commands/log/event-mac.ts'
import { sealKeysFrom } from '#commands/log/seals/seal.ts'

/** Of tests, and of no portal. */
export const TEST_EVENT_KEYS: LiveEventKeys = eventKeysFrom([Buffer.from('a key of events in tests: 32 by.')])

const sealKeys = sealKeysFrom([Buffer.from('a key of seals in tests: 32 byte')])
/** By which what operators decide in tests is known. */
export const TEST_DECISION_KEYS = {
  eventKeys: TEST_EVENT_KEYS,
  sealKeys: { signing: () => sealKeys.signing, all: () => sealKeys.all, refresh: () => Promise.resolve() },
}

/** What a codec of tests knows; another `commandSecret` hashes commands otherwise. */
export const testSecrets = (commandSecret = 'secret of tests'): CodecSecrets => ({
  commandSecret,
  eventKeys: TEST_EVENT_KEYS,
})
