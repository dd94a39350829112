import { shown } from '#domain/kernel/text.ts'
import type { Difference } from './verify/difference.ts'
import type { StoredEvent } from './event-log.ts'

/** Which event it is, and where it stands. */
export type EventPlace = Pick<StoredEvent, 'position' | 'stream' | 'revision' | 'type'>

/** Whoever wrote past the portal chose these names: no error is longer for it. */
const LONGEST_NAME = 120
const named = (name: string): string => shown(name.slice(0, LONGEST_NAME))

/** `Position 12 (WalletCredited, event 3 of wallet-pool)` */
const placed = ({ position, stream, revision, type }: EventPlace): string =>
  `Position ${position} (${named(type)}, event ${revision} of ${named(stream)})`

/**
 * A stored event that cannot, or must not, be taken for what it says. What needs it stops, and nothing else: the read
 * models that fold its type, the commands that read its stream (docs/decisions/0038).
 */
export abstract class UnreadEvent extends Error {
  readonly position: number
  constructor({ position }: EventPlace, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.position = position
  }
}

/**
 * An event that only a newer version of the portal can read: reading it as if it were an old one would read it wrongly.
 * What needs it stops until this process runs that version.
 */
export class NewerEvent extends UnreadEvent {
  constructor(event: EventPlace, version?: number) {
    const type = named(event.type)
    const what = version === undefined ? `Unknown event type ${type}` : `${type} in a version ${version} not known here`
    super(event, `${what} at position ${event.position}: it was written by a newer version of the portal`)
    this.name = 'NewerEvent'
  }
}

/** An event of the portal's own that is damaged: `why` says what is wrong, and nothing of what it says. */
export class UnreadableEvent extends UnreadEvent {
  constructor(event: EventPlace, why: string, cause?: unknown) {
    super(event, `${placed(event)} cannot be read: ${why}`, cause)
    this.name = 'UnreadableEvent'
  }
}

/** An event that does not go on from the one before it in its stream: that one was changed, or one is missing. */
export class BrokenChain extends UnreadableEvent {
  /** The same that verify finds there. */
  readonly difference: Difference
  constructor(
    event: EventPlace,
    before: { readonly revision: number },
    fault: Pick<Difference, 'check' | 'expected' | 'found'>,
  ) {
    super(event, `it does not go on from event ${before.revision}`)
    this.difference = { position: event.position, stream: event.stream, ...fault }
  }
}

/** An event that none of the portal's processes wrote as it stands: what it says, somebody else says. */
export class ForgedEvent extends UnreadEvent {
  /** The same that verify finds there. */
  readonly difference: Difference
  constructor(event: EventPlace, fault: Pick<Difference, 'check' | 'expected' | 'found'>) {
    super(event, `${placed(event)} was not written by the portal: it has ${fault.found}`)
    this.name = 'ForgedEvent'
    this.difference = { position: event.position, stream: event.stream, ...fault }
  }
}

/** Of the text that is kept of an error: whether it is of an event that does not hold. */
export const isOfUnread = (error: string): boolean => /\b(UnreadableEvent|ForgedEvent): /.test(error)
