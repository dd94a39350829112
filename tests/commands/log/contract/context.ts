import type { EventLog } from '#commands/log/event-log.ts'

/** One log under test, on storage of its own. */
export type OpenedLog = {
  readonly log: EventLog
  /** Another log on the same storage, as a second or restarted process opens it; the suite closes it. */
  readonly reopen: () => Promise<EventLog>
  /** Closes the log and throws its storage away. */
  readonly cleanUp: () => Promise<void>
}

/** Where adapters may differ. Everything else is the same contract for all. */
export type LogCapabilities = {
  /** Positions are 1, 2, 3 …; else they only grow. */
  readonly gaplessPositions: boolean
  /** An event id is unique in the whole log; else only inside its stream. */
  readonly idsUniqueInLog: boolean
}

/** What each part of the suite works with: the shared log, and a way to an empty one of its own. */
export type ContractContext = {
  readonly log: () => EventLog
  readonly reopen: () => Promise<EventLog>
  readonly openEmpty: () => Promise<OpenedLog>
  readonly can: LogCapabilities
}
