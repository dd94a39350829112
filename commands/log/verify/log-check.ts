import type { Difference } from './difference.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'

/** Where a check says what does not hold. */
export type Differs = (difference: Difference) => void

/** Something that is held against the whole log while verify walks it (verify.ts). */
export type LogCheck = {
  /** Called before the events of a page, for what is asked once for all of them. */
  page?(events: readonly StoredEvent[]): Promise<void>
  /**
   * Called for every stored event, in order of position. `read` is what the event says, without what is personal;
   * undefined where this version of the portal cannot read it, which the walk tells of, and where nobody folds it, as it does
   * not hold by itself or is left out by decision.
   */
  event?(stored: StoredEvent, read: Recorded | undefined): void
  /** Called behind the last event; `head` is where the log says that it ends. */
  end?(head: Position): Promise<void> | void
  /** What is no difference and should be said. */
  notes?(): readonly string[]
  /** What it held nothing against, and why. */
  unchecked?(): readonly string[]
}

/** Makes a check that says by `differs` what does not hold. */
export type MakeCheck = (differs: Differs) => LogCheck
