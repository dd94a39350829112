import { type Follows, streamsOf } from '#domain/kernel/follows.ts'
import { INTEGRITY_STREAM, type IntegrityEvent, integrityEvents, integrityRights } from './events.ts'

/** A decision stands by itself: what was found on the day is in no event. */
const decisionFollows: Follows<undefined, IntegrityEvent> = (_, __, { id }) =>
  `integrity-${id}` === INTEGRITY_STREAM
    ? undefined
    : { rule: 'stream', expected: INTEGRITY_STREAM, found: `integrity-${id}` }

/** The decisions of operators about what does not hold. */
export const integrityStreams = streamsOf<undefined, IntegrityEvent>(
  { category: 'integrity', initial: () => undefined, evolve: () => undefined },
  integrityEvents,
  decisionFollows,
  integrityRights,
)
