import type { System } from '#api/system.ts'
import type { Secrets } from '#api/secrets.ts'
import { createHandler, type Handler } from '#commands/handle.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { allEvents } from '#domain/events.ts'
import { type CollectingLog, type CollectingOptions, createCollectingLog } from './collecting-log.ts'
import { createHeldKeys } from './held-keys.ts'

/** What a history is told to: the real commands and the real codec, on a log that collects. */
export type StoryLog = {
  readonly handler: Handler
  readonly take: CollectingLog['take']
  /** A person's key is needed no more. */
  readonly letGo: (personId: string) => void
}

/** For a history that is loaded into this portal's log at once. Keeps every stream in memory until its handler forgets it. */
export function createStoryLog(
  { context }: Pick<System, 'context'>,
  { wrappingKey, ...secrets }: Pick<Secrets, 'wrappingKey' | 'commandSecret' | 'eventKeys'>,
  options: Omit<CollectingOptions, 'base'>,
): StoryLog {
  const { eventLog, pool, log: own, now } = context
  const { log: store, take } = createCollectingLog({ base: eventLog, ...options })
  const keys = createHeldKeys(createPostgresKeys(pool, wrappingKey, now))
  const decisions = { now: own.decisions, learn: async () => own.decisions(), onDecided: own.onDecided }
  const log = createDomainLog(store, createCodec(allEvents, keys, secrets), keys, { decisions })
  const handler = createHandler(log, { streams: Number.POSITIVE_INFINITY, commands: Number.POSITIVE_INFINITY })
  return { handler, take, letGo: keys.letGo }
}
