import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import type { ServiceEvent } from '#domain/catalogue/service/events.ts'
import { priceAt, service, type ServiceCommand } from '#domain/catalogue/service/service.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, leftOut, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const serviceId = 'service-1'
const facts = { serviceId, name: 'CT scan', code: 'CT', categoryId: 2 }
const stamp = { by: 'user-1', at: AT }
const added: ServiceEvent = { type: 'ServiceAdded', data: { ...facts, price: kobo(45_000_00), ...stamp } }
const pricedAt = (coeId: string, price: number): ServiceEvent => ({
  type: 'ServicePricedAtCoe',
  data: { serviceId, coeId, price: kobo(price), ...stamp },
})
const add = (over: { price?: number; code?: string; name?: string } = {}) =>
  command('AddService', { ...facts, ...over, price: kobo(over.price ?? 45_000_00) })
const offered = (...events: ServiceEvent[]) => {
  const state = [added, ...events].reduce(service.evolve, service.initial())
  if (state.status !== 'offered') throw new Error('not offered')
  return state
}

test('a service is added once', () => {
  given(service).when(add()).then(added)
  given(service, added).when(add()).thenNothing()
  given(service, added)
    .when(add({ price: 1 }))
    .thenRefused('service_already_added')
})

test('a price is above zero and within what one bill can hold', () => {
  given(service)
    .when(add({ price: 0 }))
    .thenRefused('service_price_not_positive')
  given(service)
    .when(add({ price: MAX_AMOUNT + 1 }))
    .thenRefused('service_price_too_large')
  given(service, added)
    .when(command('PriceServiceAtCoe', { serviceId, coeId: 'a', price: kobo(-1) }))
    .thenRefused('service_price_not_positive')
})

test('a code has at most five characters', () => {
  given(service)
    .when(add({ code: 'CTSCAN' }))
    .thenRefused('service_code_too_long')
})

test('who gives a hospital its first price, or changes it, is refused where it is otherwise by now', () => {
  const price = (before: 'none' | 'some') =>
    command('PriceServiceAtCoe', { serviceId, coeId: 'a', price: kobo(50_000_00), before })
  given(service, added).when(price('none')).then(pricedAt('a', 50_000_00))
  given(service, added).when(price('some')).thenRefused('service_not_priced_at_coe')
  given(service, added, pricedAt('a', 1_00)).when(price('some')).then(pricedAt('a', 50_000_00))
  given(service, added, pricedAt('a', 1_00)).when(price('none')).thenRefused('service_priced_at_coe')
  given(service, added, pricedAt('a', 50_000_00)).when(price('none')).thenNothing()
})

test('a hospital bills its own price where it has one, else the price of the service', () => {
  expect(priceAt(offered(pricedAt('a', 50_000_00)), 'a')).toBe(50_000_00)
  expect(priceAt(offered(pricedAt('a', 50_000_00)), 'b')).toBe(45_000_00)
})

test('a hospital that withdraws its price bills the price of the service again', () => {
  const withdraw = command('WithdrawServiceFromCoe', { serviceId, coeId: 'a' })
  const withdrawn: ServiceEvent = { type: 'ServiceWithdrawnFromCoe', data: { serviceId, coeId: 'a', ...stamp } }
  given(service, added, pricedAt('a', 50_000_00)).when(withdraw).then(withdrawn)
  given(service, added).when(withdraw).thenNothing()
  expect(priceAt(offered(pricedAt('a', 50_000_00), withdrawn), 'a')).toBe(45_000_00)
})

test('the price of the service changes without touching the prices of hospitals', () => {
  const changed: ServiceEvent = { type: 'ServicePriceChanged', data: { serviceId, price: kobo(60_000_00), ...stamp } }
  given(service, added)
    .when(command('ChangeServicePrice', { serviceId, price: kobo(60_000_00) }))
    .then(changed)
  const state = offered(pricedAt('a', 50_000_00), changed)
  expect([priceAt(state, 'a'), priceAt(state, 'b')]).toEqual([50_000_00, 60_000_00])
})

const edit = (over: { price?: number; name?: string; code?: string; parentId?: string | undefined } = {}) =>
  command('EditService', { serviceId, name: 'CT scan', code: 'CT', ...over, price: kobo(over.price ?? 45_000_00) })

test('an edit says what is anew, each as what it is', () => {
  const about = { serviceId, ...stamp }
  given(service, added)
    .when(edit({ name: 'CT', code: 'CTX', parentId: 'service-2', price: 46_000_00 }))
    .then(
      { type: 'ServiceRenamed', data: { ...about, name: 'CT', code: 'CTX' } },
      { type: 'ServiceParentChanged', data: { ...about, parentId: 'service-2' } },
      { type: 'ServicePriceChanged', data: { ...about, price: kobo(46_000_00) } },
    )
  given(service, added).when(edit()).thenNothing()
  given(service, added)
    .when(edit({ code: 'CTSCAN' }))
    .thenRefused('service_code_too_long')
  given(service, added)
    .when(edit({ price: 0 }))
    .thenRefused('service_price_not_positive')
  given(service).when(edit()).thenRefused('service_unknown')
})

test('a service is deleted once, and then neither edited, priced nor added again', () => {
  const deleted: ServiceEvent = { type: 'ServiceDeleted', data: { serviceId, ...stamp } }
  const remove = command('DeleteService', { serviceId })
  given(service, added).when(remove).then(deleted)
  given(service, added, deleted).when(remove).thenNothing()
  given(service).when(remove).thenRefused('service_unknown')
  given(service, added, deleted).when(edit()).thenRefused('service_deleted')
  given(service, added, deleted)
    .when(command('PriceServiceAtCoe', { serviceId, coeId: 'a', price: kobo(1) }))
    .thenRefused('service_deleted')
  given(service, added, deleted).when(add()).thenRefused('service_already_added')
})

const price = fc.integer({ min: -1, max: 4 }).map(kobo)
const coeId = fc.constantFrom('a', 'b')
const anyCommand: fc.Arbitrary<ServiceCommand> = fc.oneof(
  price.map((one) => add({ price: one })),
  price.map((one) => command('ChangeServicePrice', { serviceId, price: one })),
  fc.tuple(coeId, price).map(([coe, one]) => command('PriceServiceAtCoe', { serviceId, coeId: coe, price: one })),
  coeId.map((coe) => command('WithdrawServiceFromCoe', { serviceId, coeId: coe })),
  fc
    .tuple(price, fc.constantFrom('CT scan', 'MRI'), fc.constantFrom(undefined, 'service-2'))
    .map(([one, name, parentId]) => edit({ price: one, name, parentId })),
  fc.constant(command('DeleteService', { serviceId })),
)
describeDeciderProperties(service, anyCommand, (state, history) => {
  if (state.status === 'none') return expect(history).toEqual([])
  if (state.status === 'deleted') return expect(history.at(-1)?.type).toBe('ServiceDeleted')
  for (const coe of ['a', 'b']) expect(priceAt(state, coe)).toBeGreaterThan(0)
})

describeFollows(
  service,
  runsOf(anyCommand),
  {
    'an event of another service': inAnotherStream,
    'a price of nothing': changed(({ data }) => ('price' in data ? { price: 0 } : undefined)),
    'a code that is too long': changed(({ data }) => ('code' in data ? { code: 'LONGER' } : undefined)),
    'anything before it is added': (history, at) => (at === 0 ? leftOut(history, at) : undefined),
  },
  serviceId,
)
