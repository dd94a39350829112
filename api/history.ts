import type { Decoded, DecodedWhole, LeftOut, Recorded, Unread } from '#commands/log/domain-log.ts'
import type { AnyEvent } from '#domain/kernel/decider.ts'
import type { EventTable } from '#domain/kernel/event-table.ts'
import { MASKED, masked } from '#domain/kernel/masked.ts'
import { rightTo } from '#domain/kernel/permissions.ts'
import { type NameOf, peopleNames } from '#projections/people/user-account/people-names.ts'
import type { AppContext } from './context.ts'
import type { HistoryEntry } from './contracts/history.ts'

/** What an event says to people, and the reason that it gives. */
export type Said = { readonly what: string; readonly why: string | null }

/** How the events of a record are told: their table, in words, and whether what is personal is hidden. */
export type Telling<E extends AnyEvent> = {
  readonly events: EventTable
  readonly inWords: (event: E) => Said
  readonly isMasked: boolean
}

/**
 * The events of a record in plain words, newest first: who, what, when and why, each with the event as it is stored. One
 * that does not hold is told as that, and so is one that operators have decided to leave out.
 */
export async function historyOf<E extends AnyEvent & { readonly data: { readonly at: string } }>(
  context: AppContext,
  { events: past, unread, leftOut = [] }: Decoded<E> & Partial<DecodedWhole>,
  telling: Telling<E>,
): Promise<HistoryEntry[]> {
  const people = past.flatMap(({ meta }) => [meta.actor, meta.onBehalfOf ?? meta.actor])
  const nameOf = await peopleNames(context.db, people)
  const entries = [
    ...past.map((recorded) => told(recorded, telling, nameOf)),
    ...unread.map(untold),
    ...leftOut.map(passedOver),
  ]
  return entries.sort((one, other) => other.revision - one.revision)
}

function told<E extends AnyEvent & { readonly data: { readonly at: string } }>(
  { id, position, revision, stream, recordedAt, event, meta }: Recorded<E>,
  { events, inWords, isMasked }: Telling<E>,
  nameOf: NameOf,
): HistoryEntry {
  const { what, why } = inWords(event)
  const data = isMasked ? masked(events, event.type, event.data) : event.data
  return {
    position,
    revision,
    type: event.type,
    what,
    who: [meta.actor, ...(meta.onBehalfOf === undefined ? [] : [meta.onBehalfOf])]
      .map((person) => nameOf(person, 'The portal'))
      .join(' on behalf of '),
    at: event.data.at,
    why: isMasked && why !== null && ('reason' in event.data || 'answer' in event.data) ? MASKED : why,
    permission: meta.permission,
    right_to: rightTo(meta.permission),
    raw: { id, stream, revision, position, recordedAt, type: event.type, data, meta },
  }
}

/** Nothing of what it says: nobody knows who says it. */
const untold = ({ error, ...place }: Unread): HistoryEntry => ({
  ...{ position: place.position, revision: place.revision, type: place.type },
  what: 'An event that failed a check. It may have been changed.',
  ...{ who: 'Unknown', at: place.recordedAt, why: error.message, permission: '', right_to: '' },
  raw: { ...place },
})

/** Who decided it, and why, is for those who may read the ledger. */
const passedOver = ({ hash: _, by, ...place }: LeftOut): HistoryEntry => ({
  ...{ position: place.position, revision: place.revision, type: place.type },
  what: 'An event that failed a check. It is excluded and does not count.',
  ...{ who: 'Unknown', at: place.recordedAt, permission: '', right_to: '' },
  why: `An operator decided so on ${by.at} (position ${by.place} of the log)`,
  raw: { ...place },
})
