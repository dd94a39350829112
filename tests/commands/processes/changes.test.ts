import { expect, test } from 'vitest'
import type { Recorded } from '#commands/log/domain-log.ts'
import { foldEvents, foldTimer } from '#commands/processes/changes.ts'
import { AT } from '#tests/support/command.ts'
import { GRACE, parcels } from './parcels.ts'

/** An event at a position, of the parcel that is named by a letter. */
const at = (position: number, type: string, parcel: string): Recorded => ({
  ...{ id: `event-${position}`, position, stream: `parcel-${parcel}`, revision: 0, recordedAt: AT },
  event: { type, data: { to: `to-${parcel}`, can: 'arrive', note: '', by: 'somebody', at: AT } },
  meta: {
    ...{ commandId: 'command', commandHash: '', actor: 'somebody', roles: [], permission: '' },
    ...{ correlationId: '', version: 1, prev: '', key: '', hash: '', mac: '' },
  },
})

/** What some events come to, by the letters of parcels. */
const comesTo = (events: readonly Recorded[], quietUpTo = 0) => {
  const { opened, closed, timers, mails } = foldEvents(parcels, events, quietUpTo, Date.parse(AT))
  return {
    open: opened.map(({ key, position }) => `${key.slice(-1)}${position}`).join(' '),
    closed: closed.map((key) => key.slice(-1)).join(' '),
    timers: timers.map(({ key }) => key.slice(-1)).join(' '),
    mail: mails.map(({ template, to }) => `${template} ${to}`).join(', '),
  }
}

type Case = {
  readonly what: string
  readonly events: readonly Recorded[]
  readonly quietUpTo?: number
} & ReturnType<typeof comesTo>

const CASES: readonly Case[] = [
  { what: 'nothing', events: [], open: '', closed: '', timers: '', mail: '' },
  { what: 'of no interest', events: [at(1, 'ParcelSeen', 'a')], open: '', closed: '', timers: '', mail: '' },
  {
    what: 'one that opens',
    events: [at(1, 'ParcelSent', 'a')],
    ...{ open: 'a1', closed: '', timers: 'a', mail: 'sent to-a' },
  },
  {
    what: 'one that ends what was open before',
    events: [at(7, 'ParcelArrived', 'a')],
    ...{ open: '', closed: 'a', timers: '', mail: '' },
  },
  {
    what: 'begun and ended',
    events: [at(1, 'ParcelSent', 'a'), at(2, 'ParcelArrived', 'a')],
    ...{ open: '', closed: 'a', timers: '', mail: 'sent to-a' },
  },
  {
    what: 'ended and begun again',
    events: [at(1, 'ParcelReturned', 'a'), at(2, 'ParcelSent', 'a')],
    ...{ open: 'a2', closed: '', timers: 'a', mail: 'sent to-a' },
  },
  {
    what: 'two, one of which ends',
    events: [at(1, 'ParcelSent', 'a'), at(2, 'ParcelSent', 'b'), at(3, 'ParcelArrived', 'a')],
    ...{ open: 'b2', closed: 'a', timers: 'b', mail: 'sent to-a, sent to-b' },
  },
  {
    what: 'some of before the process was there',
    events: [at(1, 'ParcelSent', 'a'), at(2, 'ParcelSent', 'b')],
    quietUpTo: 1,
    ...{ open: 'a1 b2', closed: '', timers: 'a b', mail: 'sent to-b' },
  },
]

test.each(CASES)('what events come to: $what', ({ what: _, events, quietUpTo, ...expected }) => {
  expect(comesTo(events, quietUpTo)).toEqual(expected)
})

test('an item holds the place of its event and nothing of what it says; its timer comes three days later', () => {
  const { opened, timers } = foldEvents(parcels, [at(5, 'ParcelSent', 'a')], 0, Date.parse(AT))
  expect(opened).toEqual([{ key: 'parcel-a', workAfterMs: GRACE, stream: 'parcel-a', revision: 0, position: 5 }])
  expect(timers).toEqual([{ key: 'parcel-a', name: 'late', dueAt: '2026-03-05T09:00:00.000Z' }])
})

test('a mail has the same id whenever the same event or timer asks for it, and another of any other', () => {
  const event = at(1, 'ParcelSent', 'a')
  const late = { key: 'parcel-a', name: 'late', event }
  const ids = [
    ...foldEvents(parcels, [event, event, at(2, 'ParcelSent', 'b')], 0, Date.parse(AT)).mails,
    ...foldTimer(parcels, late, true).mails,
  ].map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  expect(foldEvents(parcels, [event], 0, Date.parse(AT)).mails.map(({ id }) => id)).toEqual([ids[0]])
  expect(foldTimer(parcels, late, true).mails.map(({ id }) => id)).toEqual([ids[2]])
  expect(foldTimer(parcels, late, false).mails).toEqual([])
})

test('of what was recorded more than a month ago nobody is written to: what was sent of it may have been cleared', () => {
  const event = at(1, 'ParcelSent', 'a')
  const mailsAt = (days: number) =>
    foldEvents(parcels, [event], 0, Date.parse(AT) + days * 86_400_000).mails.map(({ to }) => to)
  expect([mailsAt(29), mailsAt(30)]).toEqual([['to-a'], []])
})
