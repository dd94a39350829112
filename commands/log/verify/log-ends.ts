import type { Seal } from '#domain/seal/events.ts'
import type { Difference } from './difference.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'
import type { Rolled } from '#commands/log/seals/seal.ts'

// In the same words, whoever finds it: what a start has found and the whole check finds again is one finding.

/** The stored events end before the log says that it does. */
export const lessThanSaid = (head: Position, reached: Position): Difference => ({
  ...{ position: reached + 1, check: 'end of the log' },
  ...{ expected: `events up to ${head}, as the log says`, found: `the last at ${reached}` },
})

/** Where an event should be there is none until a later one. */
export const nothingUntil = (due: Position, position: Position): Difference => ({
  ...{ position: due, check: 'position', expected: `an event at ${due}`, found: `nothing until ${position}` },
})

/** There are stored events behind where the log says that it ends. */
export const moreThanSaid = (head: Position, last: Position): Difference => ({
  ...{ position: head + 1, check: 'end of the log' },
  ...{ expected: `nothing behind ${head}, as the log says`, found: `an event at ${last}` },
})

/** The log says that its last event, at `head`, was recorded when it was not (both UTC, as Postgres writes them; `recorded` undefined where there is none). */
export const recordedLater = (head: Position, said: string, recorded: string | undefined): Difference => ({
  ...{ position: head + 1, check: 'end of the log' },
  expected:
    recorded === undefined ? 'no time, as there is no event' : `${recorded}, when the event at ${head} was recorded`,
  found: `the head row says ${said}, which is to come: all that follows would be recorded then`,
})

/** The last seal that is kept elsewhere, which the log does not hold. Wherever the log has come to by then, it is one thing. */
export const endCutOff = ({ number, count, position }: Seal, name: string): Difference => ({
  ...{ position, check: `seal ${number} of ${name}` },
  expected: `${count} events up to position ${position}, and seal ${number} behind them`,
  found: 'the log does not hold it: its end was cut off, or it is an old copy',
})

/** What the second place is called where a place of seals is named. */
export const secondPlaceName = ({ name }: { readonly name: string }): string => `the second place (${name})`

/** The seal file, which ends with seal `last` (0 where it has none), lacks what the log has up to `due`. */
export const sealFileCut = (path: string, last: number, due: Seal): Difference => ({
  ...{ position: due.position, check: 'seal file', expected: `seal ${due.number} in ${path}` },
  found:
    last === 0
      ? 'none: it was removed, and with it what could tell whether the end of the log was cut off'
      : `it ends with seal ${last}: its end was cut off, or it is an old copy`,
})

/** What is checked of an event of the seals' stream: the seal, by the number that it says it has. */
export const sealCheck = ({ revision }: Pick<StoredEvent, 'revision'>, seal: Seal | undefined): string =>
  `seal ${seal?.number ?? revision + 1}`

/** A seal of the log that a place elsewhere keeps otherwise: by its signature, which is over all that a seal says. */
export const keptOtherwise = (theirs: Seal, name: string, ours: Seal): Pick<Difference, 'expected' | 'found'> => ({
  expected: `as in ${name}: ${theirs.hash}, signed ${theirs.signature}`,
  found: `in the log: ${ours.hash}, signed ${ours.signature}`,
})

/** The events behind a position, up to that of a seal, are not those that it says. */
export const sealedOtherwise = (seal: Seal, behind: Position, found: Rolled): Difference => ({
  ...{ position: behind + 1, through: seal.position, check: `seal ${seal.number}` },
  ...{ expected: rolledText(seal), found: rolledText(found) },
})

/** With the hash, however many there are: what is changed later among them is another finding. */
const rolledText = ({ count, hash }: Pick<Rolled, 'count' | 'hash'>): string => `${count} events, rolling hash ${hash}`
