import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type Command, type Decider, refuse } from '#domain/kernel/decider.ts'
import { type EventsOf, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { Id, text } from '#domain/kernel/text.ts'
import { handle } from '#commands/handle.ts'
import type { Outcome } from '#commands/handle-again.ts'
import { followUp } from '#commands/follow-up.ts'
import { closes, commandBehind, mails, opens, type ProcessDefinition, timer } from '#commands/processes/definition.ts'

/** A made-up thing that takes its time: a parcel is sent, and arrives or comes back. */
const stamp = z.object({ by: Id, at: Instant })
export const parcelEvents = {
  /** `note` is about the person it is sent to. */
  ParcelSent: withFacts(
    stamp.extend({ to: Id, can: z.enum(['arrive', 'return', 'neither']), note: personalText(text(100)) }),
    { subject: 'to' },
  ),
  ParcelArrived: stamp,
  ParcelReturned: stamp.extend({ because: text(100) }),
  /** Of no interest to anybody. */
  ParcelSeen: stamp,
}
export type ParcelEvent = EventsOf<typeof parcelEvents>

type Parcel = { readonly status: 'none' | 'sent' | 'arrived' | 'returned'; readonly can: string }
export type ParcelCommand =
  | Command<'Send', { readonly to: string; readonly can: 'arrive' | 'return' | 'neither' }>
  | Command<'Arrive', Record<never, never>>
  | Command<'Return', { readonly because: string }>
  | Command<'See', Record<never, never>>

export const parcel: Decider<Parcel, ParcelCommand, ParcelEvent, 'parcel_lost' | 'parcel_unwanted'> = {
  category: 'parcel',
  initial: () => ({ status: 'none', can: '' }),
  decide({ type, data, by, at }, { status, can }) {
    switch (type) {
      case 'Send':
        return status === 'none' ? [{ type: 'ParcelSent', data: { ...data, note: `For ${data.to}`, by, at } }] : []
      case 'Arrive':
        if (status === 'arrived') return []
        return can === 'arrive' && status === 'sent'
          ? [{ type: 'ParcelArrived', data: { by, at } }]
          : refuse('parcel_unwanted')
      case 'Return':
        if (status === 'returned') return []
        return can === 'return' ? [{ type: 'ParcelReturned', data: { ...data, by, at } }] : refuse('parcel_lost')
      case 'See':
        return [{ type: 'ParcelSeen', data: { by, at } }]
    }
  },
  evolve(state, { type, data }) {
    switch (type) {
      case 'ParcelSent':
        return { status: 'sent', can: data.can }
      case 'ParcelArrived':
        return { ...state, status: 'arrived' }
      case 'ParcelReturned':
        return { ...state, status: 'returned' }
      case 'ParcelSeen':
        return state
    }
  },
}

export const GRACE = 1_000
export const DAY = 86_400_000
const idOf = (stream: string) => stream.slice('parcel-'.length)
const sentIn = (data: unknown) => data as Extract<ParcelEvent, { type: 'ParcelSent' }>['data']

/** After a grace it arrives, or comes back; its receiver hears at once, and again after three days, if it is not there. */
export const parcels: ProcessDefinition = {
  name: 'parcels',
  on: {
    ParcelSent: ({ stream, event }) => {
      const { to, at } = sentIn(event.data)
      const late = new Date(Date.parse(at) + 3 * DAY).toISOString()
      return [opens(stream, GRACE), timer(stream, 'late', late), mails('sent', to)]
    },
    ParcelArrived: ({ stream }) => [closes(stream)],
    ParcelReturned: ({ stream }) => [closes(stream)],
  },
  work: {
    forward: async (handler, { event }): Promise<Outcome<string>> =>
      handle(handler, parcel, idOf(event.stream), followUp(commandBehind(event), 'Arrive', {})),
    back: async (handler, { event }, { refused }): Promise<Outcome<string>> =>
      handle(handler, parcel, idOf(event.stream), followUp(commandBehind(event), 'Return', { because: refused })),
  },
  timers: { late: ({ event }) => [mails('late', sentIn(event.event.data).to)] },
}

/** It only waits, for months, to be told that the parcel is there. */
export const waiting: ProcessDefinition = {
  name: 'waiting',
  on: { ParcelSent: ({ stream }) => [opens(stream)], ParcelArrived: ({ stream }) => [closes(stream)] },
}
