import { expect, test } from 'vitest'
import { waitsOf } from '#domain/money/transaction/clock.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { TransactionCommand } from '#domain/money/transaction/transaction.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import {
  answerTo,
  bill,
  cmdApprove,
  comeOn,
  complete,
  dispute,
  historyOf,
  leave,
  release,
  reverse,
  reversed,
  sendBack,
  take,
  takeOn,
} from '#tests/domain/money/transaction/bills.ts'

const NOW = '2026-12-01T12:00:00.000Z'
const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`
/** One event an hour, from the billing's request at 0:00 on. */
const waits = (...commands: readonly TransactionCommand[]) =>
  waitsOf(
    historyOf(bill(), complete(), ...commands).map(
      (event, hour) => ({ ...event, data: { ...event.data, at: at(hour) } }) as TransactionEvent,
    ),
    NOW,
  )
const wait = (from: number, waitedFor: string, end: string, until: number) => ({
  ...{ from: at(from), pauses: [] },
  ended: { at: at(until), waitedFor, end },
})

test('a bill waits for each step in turn, from the one before it on, and paid for nothing', () => {
  expect(waits()).toEqual([{ from: at(1), pauses: [] }])
  expect(waits(take('initiate', 'ini'), take('recommend', 'rec'))).toEqual([
    wait(1, 'initiate', 'taken', 2),
    wait(2, 'recommend', 'taken', 3),
    { from: at(3), pauses: [] },
  ])
  const all = PAYMENT_CHAIN.links.map(({ step }) => take(step, step))
  expect(waits(...all)).toEqual(PAYMENT_CHAIN.links.map(({ step }, place) => wait(place + 1, step, 'taken', place + 2)))
})

test('a return ends the wait of whose turn it was; then it waits for the hospital, and from its answer on for initiation', () => {
  const toPermsec = PAYMENT_CHAIN.links.slice(0, -1).map(({ step }) => take(step, step))
  const sentBack = [...toPermsec, sendBack('permsec', ['permsec'])]
  expect(waits(...sentBack).slice(4)).toEqual([wait(5, 'permsec', 'returned', 6), { from: at(6), pauses: [] }])
  expect(waits(...sentBack, answerTo('clerk'), take('initiate', 'other')).slice(5)).toEqual([
    wait(6, 'answer', 'answered', 7),
    wait(7, 'initiate', 'taken', 8),
    { from: at(8), pauses: [] },
  ])
  expect(waits(...sentBack, take('initiate', 'other')).slice(5, 6)).toEqual([wait(6, 'initiate', 'taken', 7)])
})

test('on an invoice a bill waits for the CMD, then for initiation; off it again for initiation', () => {
  expect(waits(comeOn('staff'), cmdApprove('cmd'), takeOn('initiate', 'ini'))).toEqual([
    wait(1, 'initiate', 'invoiced', 2),
    wait(2, 'cmd', 'taken', 3),
    wait(3, 'initiate', 'taken', 4),
    { from: at(4), pauses: [] },
  ])
  // The CMD who generates it approves it at once.
  expect(waits(comeOn('cmd', 'invoice-1', true), takeOn('initiate', 'ini')).slice(0, 2)).toEqual([
    wait(1, 'initiate', 'invoiced', 2),
    wait(2, 'initiate', 'taken', 3),
  ])
  expect(waits(comeOn('staff'), leave('cmd')).slice(1)).toEqual([
    wait(2, 'cmd', 'returned', 3),
    { from: at(3), pauses: [] },
  ])
  expect(waits(comeOn('staff'), cmdApprove('cmd'), leave('fin')).slice(2)).toEqual([
    wait(3, 'initiate', 'returned', 4),
    { from: at(4), pauses: [] },
  ])
  const initiated = [
    comeOn('staff'),
    cmdApprove('cmd'),
    takeOn('initiate', 'ini'),
    leave('nccp'),
    take('initiate', 'x'),
  ]
  expect(waits(...initiated).slice(3, 5)).toEqual([
    wait(4, 'recommend', 'returned', 5),
    wait(5, 'initiate', 'taken', 6),
  ])
})

test('who puts a returned bill on an invoice ends the wait for its answer', () => {
  expect(waits(take('initiate', 'ini'), sendBack('nccp', ['recommend']), comeOn('staff')).slice(2)).toEqual([
    wait(3, 'answer', 'invoiced', 4),
    { from: at(4), pauses: [] },
  ])
})

test('the clock stands while a bill is disputed, and stops when it is reversed', () => {
  const pause = (from: number, until: number) => ({ from: at(from), until: at(until) })
  expect(waits(dispute('dan'))).toEqual([{ from: at(1), pauses: [{ from: at(2), until: NOW }] }])
  expect(waits(dispute('dan'), release('eve'), take('initiate', 'ini')).slice(0, 1)).toEqual([
    { ...wait(1, 'initiate', 'taken', 4), pauses: [pause(2, 3)] },
  ])
  expect(waits(dispute('dan'), reverse('eve'), reversed('eve'))).toEqual([
    { ...wait(1, 'initiate', 'reversed', 4), pauses: [pause(2, 4)] },
  ])
})
