import type { Command, Decider } from '#domain/kernel/decider.ts'
import { endOfHour, hourOf } from '#domain/kernel/hours.ts'
import type { DisputeNoticeEvent } from './events.ts'

/** `people` (user ids) are of both sides of the dispute, without who acted. */
export type DisputeNoticeCommand = Command<
  'NotifyDisputeSides',
  { readonly disputeId: string; readonly people: readonly string[] }
>
/** Who is mailed about this hour. */
export type DisputeNotice = { readonly notified: readonly string[] }

/** The stream of a dispute's hour, by a moment (ISO, UTC) of it. */
export const disputeNoticeOf = (disputeId: string, at: string): string => `${disputeId}:${hourOf(at)}`

/** Stream `disputeNotice-{dispute}:{hour}`: each person has one mail an hour about a dispute, whatever happens in it. */
export const disputeNotice: Decider<DisputeNotice, DisputeNoticeCommand, DisputeNoticeEvent, never> = {
  category: 'disputeNotice',
  initial: () => ({ notified: [] }),
  decide: ({ data: { disputeId, people }, by, at }, { notified }) => {
    const others = people.filter((person) => !notified.includes(person))
    if (others.length === 0) return []
    return [{ type: 'DisputeNotified', data: { disputeId, until: endOfHour(at), people: others, by, at } }]
  },
  evolve: ({ notified }, { data: { people } }) => ({ notified: [...notified, ...people] }),
}
