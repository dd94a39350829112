import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StockEvent } from '#domain/catalogue/stock/events.ts'
import { MAX_STOCK } from '#domain/catalogue/stock/max-stock.ts'
import { stock, type StockCommand, stockId } from '#domain/catalogue/stock/stock.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const about = { productId: 'product-1', coeId: 'coe-1' }
const stamp = { ...about, by: 'user-1', at: AT }
const reason = 'Counted'
const receive = (quantity: number) => command('ReceiveStock', { ...about, quantity })
const remove = (quantity: number, why = 'Expired') => command('RemoveStock', { ...about, quantity, reason: why })
const count = (quantity: number, revision?: number, why = reason) =>
  command('CountStock', { ...about, quantity, reason: why, revision })
const received = (quantity: number, movementId = `r${quantity}`): StockEvent => ({
  type: 'StockReceived',
  data: { ...stamp, quantity, movementId },
})
const removed = (quantity: number): StockEvent => ({
  type: 'StockRemoved',
  data: { ...stamp, quantity, movementId: `out${quantity}`, reason: 'Expired' },
})
const counted = (quantity: number): StockEvent => ({
  type: 'StockCounted',
  data: { ...stamp, quantity, movementId: `c${quantity}`, reason },
})
const there = (...events: StockEvent[]) => events.reduce(stock.evolve, stock.initial()).quantity

test('what comes in is added, what goes is taken off, and what is counted holds', () => {
  const coming = receive(40)
  given(stock)
    .when(coming)
    .then({ type: 'StockReceived', data: { ...stamp, quantity: 40, movementId: coming.id } })
  const going = remove(15)
  given(stock, received(40))
    .when(going)
    .then({ type: 'StockRemoved', data: { ...stamp, quantity: 15, movementId: going.id, reason: 'Expired' } })
  const counting = count(22)
  given(stock, received(40), removed(15))
    .when(counting)
    .then({ type: 'StockCounted', data: { ...stamp, quantity: 22, movementId: counting.id, reason } })
  expect([there(), there(received(40)), there(received(40), removed(15)), there(received(40), counted(22))]).toEqual([
    undefined,
    40,
    25,
    22,
  ])
})

test('a note comes with a delivery when there is one', () => {
  const noted = command('ReceiveStock', { ...about, quantity: 5, note: 'Waybill 12' })
  given(stock)
    .when(noted)
    .then({ type: 'StockReceived', data: { ...stamp, quantity: 5, movementId: noted.id, note: 'Waybill 12' } })
})

test('never fewer than none are there, and what nobody recorded is not none', () => {
  given(stock).when(remove(1)).thenRefused('stock_unknown')
  given(stock, received(40)).when(remove(41)).thenRefused('stock_short', { there: 40 })
  given(stock, counted(0)).when(remove(1)).thenRefused('stock_short', { there: 0 })
  const last = remove(40)
  given(stock, received(40))
    .when(last)
    .then({ type: 'StockRemoved', data: { ...stamp, quantity: 40, movementId: last.id, reason: 'Expired' } })
})

test('a quantity is above zero where something moves, and within what a hospital can have', () => {
  given(stock, received(40)).when(receive(0)).thenRefused('stock_quantity_not_positive')
  given(stock, received(40)).when(remove(0)).thenRefused('stock_quantity_not_positive')
  given(stock, received(40)).when(receive(MAX_STOCK)).thenRefused('stock_too_large', { most: MAX_STOCK })
  given(stock)
    .when(count(MAX_STOCK + 1))
    .thenRefused('stock_too_large', { most: MAX_STOCK })
})

test('whoever removes or counts says why', () => {
  given(stock, received(40)).when(remove(1, ' ')).thenRefused('stock_reason_required')
  given(stock, received(40))
    .when(count(1, undefined, ''))
    .thenRefused('stock_reason_required')
})

test('who counts what was changed since they read it is told, and who delivers is not', () => {
  given(stock, received(40), received(10)).when(count(40, 1)).thenRefused('stock_changed')
  const counting = count(40, 2)
  given(stock, received(40), received(10))
    .when(counting)
    .then({ type: 'StockCounted', data: { ...stamp, quantity: 40, movementId: counting.id, reason } })
})

test('one request counts once', () => {
  const coming = receive(40)
  given(stock, received(40, coming.id)).when(coming).thenNothing()
})

const quantity = fc.integer({ min: -1, max: 4 })
const anyCommand: fc.Arbitrary<StockCommand> = fc.oneof(
  quantity.map(receive),
  quantity.map((one) => remove(one)),
  fc.tuple(fc.nat({ max: 4 }), fc.constantFrom(undefined, 0, 1, 2)).map(([one, revision]) => count(one, revision)),
)
describeDeciderProperties(stock, anyCommand, (state, history) => {
  expect(state.revision).toBe(history.length)
  if (history.length === 0) return expect(state.quantity).toBeUndefined()
  expect(state.quantity).toBeGreaterThanOrEqual(0)
})

describeFollows(
  stock,
  runsOf(anyCommand),
  {
    'an event of another stock': inAnotherStream,
    'more removed than there is': changed((event) =>
      event.type === 'StockRemoved' ? { quantity: MAX_STOCK } : undefined,
    ),
    'a movement of nothing': changed((event) => (event.type === 'StockCounted' ? undefined : { quantity: 0 })),
    'a movement of another request': changed(() => ({ movementId: 'another' })),
    'no reason': changed((event) => (event.type === 'StockReceived' ? undefined : { reason: '' })),
  },
  stockId(about),
)
